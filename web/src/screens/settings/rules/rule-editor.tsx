import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/client.ts'
import { changeRule, createRule, rulesQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRule } from '../../../api/wire.ts'
import { sendChanges } from '../../../components/form/changed-fields.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { useKeptState } from '../../../session/use-kept-state.ts'
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
  const initial = rule ? draftOf(rule) : NEW_RULE
  const [draft, setDraft] = useKeptState('rule draft', initial)
  const condition = conditionOf(draft)
  const save = useSave(projectId, rule, onClose)
  const details = save.error instanceof ApiError ? save.error.details : []
  return (
    <FormDialog
      side
      open={open}
      onClose={onClose}
      title={rule ? `Edit “${rule.name}”` : 'New alert rule'}
      run={save}
      error={details[0]?.message ?? save.error?.message}
      onSubmit={() => save.mutate(draft)}
      action={rule ? 'Save changes' : 'Create rule'}
      busy="Saving…"
      incomplete={condition === undefined}
      edited={JSON.stringify(draft) !== JSON.stringify(initial)}
    >
      <RuleFields draft={draft} isNew={rule === undefined} onChange={setDraft} />
      <RulePreview projectId={projectId} condition={condition} />
    </FormDialog>
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
      return sendChanges(rule, { name, ...change }, (changed) => changeRule(rule.id, changed))
    },
    onSuccess: async ({ name }) => {
      onDone()
      showToast({ kind: 'done', text: `Rule “${name}” ${rule ? 'saved' : 'created'}` })
      await queryClient.invalidateQueries({ queryKey: rulesQuery(projectId).queryKey })
    },
  })
}
