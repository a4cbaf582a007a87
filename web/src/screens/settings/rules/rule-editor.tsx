import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { changeRule, createRule, rulesQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRule } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { conditionOf, draftOf, NEW_RULE, type RuleDraft } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { RulePreview } from './rule-preview.tsx'

interface RuleEditorProps {
  projectId: string
  /** Absent for a new one. */
  rule: AlertRule | undefined
  open: boolean
  onClose: () => void
}

/** Makes or changes a rule, and shows meanwhile what it would have fired on. */
export function RuleEditor({ projectId, rule, open, onClose }: RuleEditorProps) {
  const [draft, setDraft] = useState<RuleDraft>(rule ? draftOf(rule) : NEW_RULE)
  const condition = conditionOf(draft)
  const save = useSave(projectId, rule, onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft)
  }
  const details = save.error instanceof ApiError ? save.error.details : []
  return (
    <Dialog
      side
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={rule ? `Edit “${rule.name}”` : 'New alert rule'}
    >
      <form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {save.error && <FormError>{details[0]?.message ?? save.error.message}</FormError>}
        <RuleFields draft={draft} isNew={rule === undefined} onChange={setDraft} />
        <RulePreview projectId={projectId} condition={condition} />
        <div className="flex items-center justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={save.isPending || condition === undefined}>
            {save.isPending ? 'Saving…' : rule ? 'Save changes' : 'Create rule'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useSave(projectId: string, rule: AlertRule | undefined, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: RuleDraft) => {
      const condition = conditionOf(draft)
      if (!condition) throw new Error('Please fix the fields below.')
      const name = draft.name.trim()
      if (!rule) return createRule({ project_id: projectId, name, enabled: true, ...condition })
      const { kind: _, ...change } = condition
      return changeRule(rule.id, { name, ...change })
    },
    onSuccess: async ({ name }) => {
      onDone()
      showToast({ kind: 'done', text: `Rule “${name}” ${rule ? 'saved' : 'created'}` })
      await queryClient.invalidateQueries({ queryKey: rulesQuery(projectId).queryKey })
    },
  })
}
