import { useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { CommandButton } from '../../../components/form/command-button.tsx'
import { useRole } from '../../../session/use-role.ts'
import type { Change } from '../../../triage/change.ts'
import { useTriage } from '../../../triage/use-triage.ts'
import { useListSteps } from '../use-list-steps.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import { CopyForAgent } from './copy-for-agent.tsx'
import { MoreMenu } from './more-menu.tsx'
import { ResolveMenu } from './resolve-menu.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'

const RESOLVE = { kind: 'status', status: 'resolved' } as const
const IGNORE: Change = { kind: 'status', status: 'ignored' }
const REOPEN: Change = { kind: 'status', status: 'unresolved' }

/** Whatever makes sense for the state the issue is in; nothing for a merged one, whose parent has the state. */
export function IssueActions({ issue }: { issue: IssueSummary }) {
  const triage = useTriage()
  const [snoozing, setSnoozing] = useState(false)
  const { step, backToList } = useListSteps(issue.id)
  const act = (change: Change) => triage([issue], change)
  const closed = issue.status === 'resolved' || issue.status === 'ignored'
  const merged = issue.merge_parent_id !== null
  const mayTriage = useRole().may('issues:triage')
  useCommands({
    ...(!merged && {
      'issue.resolve': () => act(RESOLVE),
      'issue.ignore': () => act(IGNORE),
      'issue.reopen': () => act(REOPEN),
      'issue.snooze': closed ? undefined : () => setSnoozing(true),
    }),
    'issue.next': () => step(1),
    'issue.previous': () => step(-1),
    'list.return': backToList,
  })
  if (merged || !mayTriage) return <CopyForAgent issueId={issue.id} />
  return (
    <div className="flex flex-wrap gap-1.5 print:hidden">
      <AssigneePicker assignee={issue.assignee} onAssign={(assignee) => act({ kind: 'assign', assignee })} />
      {closed ? (
        <CommandButton kind="primary" name="issue.reopen" />
      ) : (
        <ResolveMenu
          issue={issue}
          onResolve={(release) => act({ ...RESOLVE, release })}
          onResolveNext={(release) => act({ ...RESOLVE, release, isNext: true })}
        />
      )}
      {!closed && <SnoozeMenu issue={issue} open={snoozing} onOpenChange={setSnoozing} act={act} />}
      {issue.status !== 'ignored' && <CommandButton name="issue.ignore" />}
      <CopyForAgent issueId={issue.id} />
      <MoreMenu issue={issue} onGone={backToList} />
    </div>
  )
}
