import { useState } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Menu } from '../../components/menu.tsx'
import type { MenuEntry } from '../../components/menu-popup.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { type Change, SNOOZES } from '../../triage/change.ts'
import { useTriage } from '../../triage/use-triage.ts'
import { ResolveInReleaseDialog } from './resolve-in-release-dialog.tsx'
import { useListSteps } from './use-list-steps.ts'

const RESOLVE = { kind: 'status', status: 'resolved' } as const
const IGNORE: Change = { kind: 'status', status: 'ignored' }
const REOPEN: Change = { kind: 'status', status: 'unresolved' }

/** Resolve, snooze, ignore, reopen: whatever makes sense for the state the issue is in. */
export function IssueActions({ issue }: { issue: IssueSummary }) {
  const triage = useTriage()
  const [snoozing, setSnoozing] = useState(false)
  const [choosingRelease, setChoosingRelease] = useState(false)
  const { step, backToList } = useListSteps(issue.id)
  const act = (change: Change) => triage([issue], change)
  const closed = issue.status === 'resolved' || issue.status === 'ignored'
  useShortcuts({
    e: () => act(RESOLVE),
    i: () => act(IGNORE),
    u: () => act(REOPEN),
    s: () => !closed && setSnoozing(true),
    j: () => step(1),
    k: () => step(-1),
    Escape: backToList,
  })
  return (
    <div className="flex flex-wrap gap-1.5">
      {closed ? (
        <Button kind="primary" onClick={() => act(REOPEN)}>
          Reopen <Kbd>u</Kbd>
        </Button>
      ) : (
        <Menu kind="primary" align="end" entries={resolveEntries(issue, act, () => setChoosingRelease(true))}>
          Resolve <Kbd>e</Kbd>
        </Menu>
      )}
      {!closed && (
        <Menu
          align="end"
          open={snoozing}
          onOpenChange={setSnoozing}
          entries={SNOOZES.map(({ mode, label, shortcut }) => ({
            key: mode,
            label,
            shortcut,
            onSelect: () => act({ kind: 'snooze', mode }),
          }))}
        >
          Snooze
        </Menu>
      )}
      {!closed && issue.snoozed && <Button onClick={() => act(REOPEN)}>End snooze</Button>}
      {issue.status !== 'ignored' && <Button onClick={() => act(IGNORE)}>Ignore</Button>}
      <ResolveInReleaseDialog
        issue={issue}
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
