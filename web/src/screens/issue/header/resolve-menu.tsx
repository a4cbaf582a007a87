import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newestRelease } from '#domain/release/newest-release.ts'
import { releasesQuery } from '../../../api/project/releases.ts'
import type { IssueSummary } from '../../../api/wire.ts'
import { runCommand } from '../../../command/bound-commands.ts'
import { COMMANDS } from '../../../command/commands.ts'
import { CommandLabel } from '../../../components/form/command-button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { ResolveInReleaseDialog } from '../../../triage/dialogs/resolve-in-release-dialog.tsx'

interface ResolveMenuProps {
  issue: IssueSummary
  /** Only an event of a newer release reopens the issue. */
  onResolve: (release: string) => void
  /** The fix comes in a release after this one. */
  onResolveNext: (newest: string) => void
}

const RESOLVE_NOW: MenuEntry = {
  key: 'now',
  label: COMMANDS['issue.resolve'].label,
  shortcut: COMMANDS['issue.resolve'].keys[0],
  onSelect: () => runCommand('issue.resolve'),
}

/** Ways to resolve an issue: the usual one first. */
export function ResolveMenu({ issue, onResolve, onResolveNext }: ResolveMenuProps) {
  const [open, setOpen] = useState(false)
  const [choosing, setChoosing] = useKeptState('resolve in release', false)
  const newest = useNewestRelease(issue, open)
  const entries = [
    nextRelease(newest, onResolveNext),
    RESOLVE_NOW,
    { key: 'other', label: 'In another release…', onSelect: () => setChoosing(true) },
  ]
  return (
    <>
      <Menu kind="primary" align="end" open={open} onOpenChange={setOpen} entries={entries}>
        <CommandLabel name="issue.resolve" />
      </Menu>
      <ResolveInReleaseDialog
        issues={[issue]}
        open={choosing}
        onClose={() => setChoosing(false)}
        onResolve={onResolve}
      />
    </>
  )
}

function nextRelease(newest: string | null | undefined, onResolve: (release: string) => void): MenuEntry {
  const entry = { key: 'next', label: 'In the next release', onSelect: () => undefined }
  if (newest === undefined) return { ...entry, disabledReason: 'Loading the releases…' }
  if (newest === null) return { ...entry, disabledReason: 'This project has no releases yet.' }
  const hint = `Events from ${newest} won't reopen it; events from a newer release will.`
  return { ...entry, hint, onSelect: () => onResolve(newest) }
}

/** The project's newest release, as the server compares them; null if there is none. */
function useNewestRelease(issue: IssueSummary, enabled: boolean): string | null | undefined {
  const { data } = useQuery({ ...releasesQuery(issue.project_id), enabled })
  const seen = data
    ?.filter(({ hidden }) => !hidden)
    .map(({ version, first_seen_at }) => ({ version, first_seen_at: Date.parse(first_seen_at) }))
  return seen && newestRelease(seen, [])
}
