import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteRule, rulesQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRule } from '../../../api/wire.ts'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
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
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete “${rule.name}”?`}
      description="It stops raising alerts; existing alerts stay. This can't be undone. To stop it for a while, turn it off instead."
      run={remove}
      action="Delete rule"
      busy="Deleting…"
    />
  )
}
