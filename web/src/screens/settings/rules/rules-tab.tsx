import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRule, rulesQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRule } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { minutesText } from '../../../entities/alert/rule-units.ts'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { useRole } from '../../../session/use-role.ts'
import { DeleteRuleDialog } from './delete-rule-dialog.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { conditionText } from './rule-text.ts'

/** The open dialog; without a rule, the editor of a new one. */
interface RuleDialog {
  kind: 'edit' | 'delete'
  rule: AlertRule | undefined
  open: boolean
  /** Tells one opening from the next, so that a new rule begins empty. */
  turn: number
}

/** When the project's issues raise an alert. */
export function RulesTab({ projectId }: { projectId: string }) {
  const query = useQuery(rulesQuery(projectId))
  const rules = query.data
  const [dialog, setDialog] = useKeptState<RuleDialog | undefined>('rule', undefined)
  const mayChange = useRole().may('rules:write')
  const show = (kind: RuleDialog['kind'], rule?: AlertRule) =>
    setDialog((last) => ({ kind, rule, open: true, turn: (last?.turn ?? 0) + 1 }))
  const create = mayChange && (
    <Button kind={rules?.length === 0 ? 'primary' : 'default'} onClick={() => show('edit')}>
      <ScreenIcon name="plus" /> New rule
    </Button>
  )
  return (
    <Section
      title="Alert rules"
      note="regressions and reached limits raise alerts without a rule"
      end={rules !== undefined && rules.length > 0 && create}
    >
      <LoadedList
        query={query}
        rows={rules}
        what="alert rules"
        empty={
          <EmptyState title="No alert rules" action={create}>
            A rule raises an alert when an issue happens more often, or to more people, than you accept.
          </EmptyState>
        }
      >
        {(shown) => (
          <ul aria-label="Alert rules">
            {shown.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onOpen={mayChange ? show : undefined} />
            ))}
          </ul>
        )}
      </LoadedList>
      {dialog && (
        <Dialogs
          key={dialog.turn}
          projectId={projectId}
          dialog={dialog}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </Section>
  )
}

function Dialogs({
  projectId,
  dialog,
  onClose,
}: {
  projectId: string
  dialog: RuleDialog
  onClose: () => void
}) {
  const { kind, rule, open } = dialog
  if (kind === 'delete') return rule && <DeleteRuleDialog rule={rule} open={open} onClose={onClose} />
  return <RuleEditor projectId={projectId} rule={rule} open={open} onClose={onClose} />
}

interface RuleRowProps {
  rule: AlertRule
  /** Absent if the reader may not change rules. */
  onOpen: ((kind: RuleDialog['kind'], rule: AlertRule) => void) | undefined
}

function RuleRow({ rule, onOpen }: RuleRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2">
          <b className={`font-medium wrap-anywhere ${rule.enabled ? '' : 'text-ink-3'}`}>{rule.name}</b>
          {!rule.enabled && <span className="text-small font-medium text-warning">Off</span>}
        </p>
        <p className="mt-0.5 text-ink-2">
          {conditionText(rule)}
          {rule.query !== '' && (
            <>
              {', counting '}
              <code className="rounded-tag bg-sunken px-1.5 py-px font-mono text-small wrap-anywhere">
                {rule.query}
              </code>
            </>
          )}
          .
        </p>
        <p className="mt-0.5 text-small text-ink-3">
          Cooldown: {minutesText(rule.cooldown_minutes)} per issue
        </p>
      </div>
      {onOpen && (
        <span className="flex gap-1.5">
          <TurnButton rule={rule} />
          <Button onClick={() => onOpen('edit', rule)} aria-label={`Edit ${rule.name}`}>
            Edit
          </Button>
          <Button onClick={() => onOpen('delete', rule)} aria-label={`Delete ${rule.name}`}>
            Delete
          </Button>
        </span>
      )}
    </li>
  )
}

function TurnButton({ rule }: { rule: AlertRule }) {
  const queryClient = useQueryClient()
  const turn = useMutation({
    mutationFn: (enabled: boolean) => changeRule(rule.id, { enabled }),
    onSuccess: ({ name, enabled }) =>
      showToast({ kind: 'done', text: `Rule “${name}” turned ${enabled ? 'on' : 'off'}` }),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't save: ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rulesQuery(rule.project_id).queryKey }),
  })
  const action = rule.enabled ? 'Turn off' : 'Turn on'
  return (
    <Button
      busy={turn.isPending}
      onClick={() => turn.mutate(!rule.enabled)}
      aria-label={`${action} ${rule.name}`}
    >
      {action}
    </Button>
  )
}
