import type { IssueFilter } from '../../../api/issues.ts'
import { CommandButton, CommandLabel } from '../../../components/form/command-button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import { formatCount } from '../../../format/number.ts'
import { type Change, SNOOZES } from '../../../triage/change.ts'
import { AssignDialog } from '../../../triage/dialogs/assign-dialog.tsx'
import { DeleteDialog } from '../../../triage/dialogs/delete-dialog.tsx'
import { MergeDialog } from '../../../triage/dialogs/merge-dialog.tsx'
import { ResolveInReleaseDialog } from '../../../triage/dialogs/resolve-in-release-dialog.tsx'
import type { IssueList } from '../use-issue-list.ts'
import { BulkMore } from './bulk-more.tsx'
import type { BulkTask } from './bulk-task.ts'
import { SelectMatching } from './select-matching.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  list: IssueList
  filter: IssueFilter
  act: (change: Change) => void
  task: BulkTask
  onTask: (task: BulkTask) => void
}

/** What can be done with the ticked issues; floats over the end of the list. */
export function BulkBar({ selection, list, filter, act, task, onTask }: BulkBarProps) {
  const count = (selection.matching ?? selection.selected).length
  return (
    <section
      aria-label="Selected issues"
      className="appear sticky bottom-4 z-20 mx-auto mt-4 w-fit max-w-full rounded-card border border-line-2 bg-raised px-2 py-1.5 shadow-raised"
    >
      <SelectMatching selection={selection} list={list} filter={filter} />
      <div className="flex flex-wrap items-center gap-1.5 pl-1.5">
        <b className="mr-1 font-semibold">{formatCount(count)} selected</b>
        <CommandButton kind="primary" name="issue.resolve" />
        <Snooze act={act} task={task} onTask={onTask} />
        <CommandButton name="issue.ignore" />
        <CommandButton name="issue.reopen" />
        {count > 1 && <CommandButton name="issue.merge" />}
        <BulkMore onTask={onTask} />
        <CommandButton kind="quiet" name="selection.clear" />
      </div>
      <Dialogs selection={selection} act={act} task={task} onTask={onTask} />
    </section>
  )
}

type TaskProps = Pick<BulkBarProps, 'act' | 'task' | 'onTask'>

function Snooze({ act, task, onTask }: TaskProps) {
  return (
    <Menu
      open={task === 'snooze'}
      onOpenChange={(open) => onTask(open ? 'snooze' : undefined)}
      entries={SNOOZES.map(({ mode, label, shortcut }) => ({
        key: mode,
        label,
        shortcut,
        onSelect: () => act({ kind: 'snooze', mode }),
      }))}
    >
      <CommandLabel name="issue.snooze" />
    </Menu>
  )
}

function Dialogs({ selection, act, task, onTask }: TaskProps & { selection: Selection }) {
  const issues = selection.matching ?? selection.selected
  const dialog = (name: BulkTask) => ({
    open: task === name,
    onOpenChange: (open: boolean) => onTask(open ? name : undefined),
  })
  return (
    <>
      <MergeDialog {...dialog('merge')} issues={issues} onDone={selection.clear} />
      <AssignDialog
        {...dialog('assign')}
        issues={issues}
        onAssign={(assignee) => act({ kind: 'assign', assignee })}
      />
      <DeleteDialog {...dialog('delete')} issues={issues} onDone={selection.clear} />
      <ResolveInReleaseDialog
        {...dialog('release')}
        issues={issues}
        onResolve={(release) => act({ kind: 'status', status: 'resolved', release })}
      />
    </>
  )
}
