import { useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { useShortcuts } from '../../../command/use-shortcuts.ts'
import { Button } from '../../../components/form/button.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import type { Change } from '../../../triage/change.ts'
import { DeleteDialog } from '../../../triage/dialogs/delete-dialog.tsx'
import { ResolveInReleaseDialog } from '../../../triage/dialogs/resolve-in-release-dialog.tsx'
import { useTriage } from '../../../triage/use-triage.ts'
import { useListSteps } from '../use-list-steps.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import { CopyForAgent } from './copy-for-agent.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'

const RESOLVE = { kind: 'status', status: 'resolved' } as const
const IGNORE: Change = { kind: 'status', status: 'ignored' }
const REOPEN: Change = { kind: 'status', status: 'unresolved' }

/** Whatever makes sense for the state the issue is in; nothing for a merged one, whose parent has the state. */
export function IssueActions({ issue }: { issue: IssueSummary }) {
  const triage = useTriage()
  const [snoozing, setSnoozing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [choosingRelease, setChoosingRelease] = useState(false)
  const { step, backToList } = useListSteps(issue.id)
  const act = (change: Change) => triage([issue], change)
  const closed = issue.status === 'resolved' || issue.status === 'ignored'
  const merged = issue.merge_parent_id !== null
  useShortcuts({
    ...(!merged && {
      e: () => act(RESOLVE),
      i: () => act(IGNORE),
      u: () => act(REOPEN),
      s: () => !closed && setSnoozing(true),
    }),
    j: () => step(1),
    k: () => step(-1),
    Escape: backToList,
  })
  if (merged) return <CopyForAgent issueId={issue.id} />
  return (
    <div className="flex flex-wrap gap-1.5">
      <AssigneePicker assignee={issue.assignee} onAssign={(assignee) => act({ kind: 'assign', assignee })} />
      {closed ? (
        <Button kind="primary" onClick={() => act(REOPEN)}>
          Reopen <Kbd>u</Kbd>
        </Button>
      ) : (
        <Menu kind="primary" align="end" entries={resolveEntries(issue, act, () => setChoosingRelease(true))}>
          Resolve <Kbd>e</Kbd>
        </Menu>
      )}
      {!closed && <SnoozeMenu issue={issue} open={snoozing} onOpenChange={setSnoozing} act={act} />}
      {issue.status !== 'ignored' && <Button onClick={() => act(IGNORE)}>Ignore</Button>}
      <CopyForAgent issueId={issue.id} />
      <Menu
        bare
        size="icon"
        align="end"
        label="More"
        entries={[{ key: 'delete', label: 'Delete…', onSelect: () => setDeleting(true) }]}
      >
        <ScreenIcon name="more" />
      </Menu>
      <DeleteDialog open={deleting} onOpenChange={setDeleting} issues={[issue]} onDone={backToList} />
      <ResolveInReleaseDialog
        issues={[issue]}
        open={choosingRelease}
        onOpenChange={setChoosingRelease}
        onResolve={(release) => act({ ...RESOLVE, release })}
      />
    </div>
  )
}

function resolveEntries(issue: IssueSummary, act: (change: Change) => void, choose: () => void): MenuEntry[] {
  const now: MenuEntry = { key: 'now', label: 'Resolve', shortcut: 'e', onSelect: () => act(RESOLVE) }
  const latest: MenuEntry = {
    key: 'latest',
    label: `In ${issue.release}`,
    hint: 'A newer release brings it back as a regression',
    onSelect: () => act({ ...RESOLVE, release: issue.release }),
  }
  const other: MenuEntry = { key: 'other', label: 'In another release…', onSelect: choose }
  return issue.release === '' ? [now, other] : [now, latest, other]
}
