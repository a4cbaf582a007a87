import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteRule, rulesQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRule } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

export function DeleteRuleDialog({
  rule,
  open,
  onClose,
}: {
  rule: AlertRule
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteRule(rule.id),
    onSuccess: async () => {
      onClose()
      showToast({ kind: 'done', text: `Rule “${rule.name}” deleted` })
      await queryClient.invalidateQueries({ queryKey: rulesQuery(rule.project_id).queryKey })
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete “${rule.name}”?`}
      description="It raises no more alerts. Those it has raised stay. This can't be undone; turning it off can."
    >
      {remove.error && <FormError>{remove.error.message}</FormError>}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Deleting…' : 'Delete rule'}
        </Button>
      </div>
    </Dialog>
  )
}
