import type { IssueFilter } from '../../../api/issues.ts'
import { COMMANDS } from '../../../command/commands.ts'
import { CommandButton, CommandLabel } from '../../../components/form/command-button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { raiseToasts } from '../../../components/overlay/raise-toasts.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { formatCount } from '../../../format/number.ts'
import { AssignDialog } from '../../../triage/dialogs/assign-dialog.tsx'
import { DeleteDialog } from '../../../triage/dialogs/delete-dialog.tsx'
import { ManyIssuesDialog } from '../../../triage/dialogs/many-issues-dialog.tsx'
import { MergeDialog } from '../../../triage/dialogs/merge-dialog.tsx'
import { ResolveInReleaseDialog } from '../../../triage/dialogs/resolve-in-release-dialog.tsx'
import { SnoozeUntilDialog } from '../../../triage/dialogs/snooze-until-dialog.tsx'
import { snoozeEntries } from '../../../triage/snooze-entries.ts'
import type { IssueList } from '../use-issue-list.ts'
import type { BulkTask } from './bulk-task.ts'
import { SelectMatching } from './select-matching.tsx'
import type { Bulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  list: IssueList
  filter: IssueFilter
  bulk: Bulk
}

/** Actions for the selected issues; floats over the end of the list. */
export function BulkBar({ selection, list, filter, bulk }: BulkBarProps) {
  const count = (selection.matching ?? selection.selected).length
  return (
    <section
      ref={raiseToasts}
      aria-label="Selected issues"
      className="appear sticky bottom-4 z-20 mx-auto mt-4 w-fit max-w-full rounded-card border border-line-2 bg-raised px-2 py-1.5 lifted"
    >
      <SelectMatching key={JSON.stringify(filter)} selection={selection} list={list} filter={filter} />
      <div className="flex flex-wrap items-center gap-1.5 pl-1.5">
        <b className="mr-1 font-semibold">{formatCount(count)} selected</b>
        <CommandButton kind="primary" name="issue.resolve" />
        <Snooze bulk={bulk} />
        <CommandButton name="issue.ignore" />
        <CommandButton name="issue.reopen" />
        {count > 1 && <CommandButton name="issue.merge" />}
        <BulkMore onTask={bulk.setTask} />
        <CommandButton kind="quiet" name="selection.clear" />
      </div>
      <Dialogs selection={selection} bulk={bulk} />
    </section>
  )
}

function Snooze({ bulk: { act, task, setTask } }: { bulk: Bulk }) {
  // One of its entries opens a dialog, which stays open as the menu closes.
  const onOpenChange = (open: boolean) =>
    setTask((current) => (open ? 'snooze' : current === 'snooze' ? undefined : current))
  return (
    <Menu
      open={task === 'snooze'}
      onOpenChange={onOpenChange}
      entries={snoozeEntries({ act, chooseTime: () => setTask('until') })}
    >
      <CommandLabel name="issue.snooze" />
    </Menu>
  )
}

function Dialogs({ selection, bulk }: { selection: Selection; bulk: Bulk }) {
  const { task, setTask, asked, setAsked, run } = bulk
  const issues = selection.matching ?? selection.selected
  const close = () => setTask(undefined)
  const dialog = (name: BulkTask) => ({ issues, open: task === name, onClose: close })
  return (
    <>
      <MergeDialog {...dialog('merge')} onDone={selection.clear} />
      <AssignDialog {...dialog('assign')} onAssign={(assignee) => run({ kind: 'assign', assignee })} />
      <DeleteDialog {...dialog('delete')} onDone={selection.clear} />
      <SnoozeUntilDialog
        {...dialog('until')}
        onSnooze={(until) => run({ kind: 'snooze', mode: 'hours', until })}
      />
      <ResolveInReleaseDialog
        {...dialog('release')}
        onResolve={(release) => run({ kind: 'status', status: 'resolved', release })}
      />
      <ManyIssuesDialog
        count={issues.length}
        change={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={run}
      />
    </>
  )
}

const [ASSIGN_KEY] = COMMANDS['issue.assign'].keys

/** Less frequent actions for selected issues. */
function BulkMore({ onTask }: { onTask: (task: BulkTask) => void }) {
  const entries: MenuEntry[] = [
    { key: 'release', label: 'Resolve in a release…', onSelect: () => onTask('release') },
    { key: 'assign', label: 'Assign to…', shortcut: ASSIGN_KEY, onSelect: () => onTask('assign') },
    { key: 'line', separator: true },
    { key: 'delete', label: 'Delete…', onSelect: () => onTask('delete') },
  ]
  return (
    <Menu bare size="icon" align="end" label="More actions" entries={entries}>
      <ScreenIcon name="more" />
    </Menu>
  )
}
