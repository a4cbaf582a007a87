import type { IssueSummary } from '../../../api/wire.ts'
import { useNow } from '../../../components/display/time.tsx'
import { CommandLabel } from '../../../components/form/command-button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { snoozeLeft } from '../../../format/snooze-left.ts'
import { useKeptState } from '../../../session/use-kept-state.ts'
import type { Change } from '../../../triage/change.ts'
import { SnoozeUntilDialog } from '../../../triage/dialogs/snooze-until-dialog.tsx'
import { snoozeEntries } from '../../../triage/snooze-entries.ts'

interface SnoozeMenuProps {
  issue: IssueSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  act: (change: Change) => void
}

/** The snoozes to choose from; while one holds, the button says what is left of it. */
export function SnoozeMenu({ issue, open, onOpenChange, act }: SnoozeMenuProps) {
  const now = useNow()
  const left = snoozeLeft(issue, now)
  const [choosing, setChoosing] = useKeptState('snooze until', false)
  const snoozes = snoozeEntries({ act, chooseTime: () => setChoosing(true) })
  const end: MenuEntry[] = [
    { key: 'heading', heading: `Snoozed, ${left}` },
    {
      key: 'end',
      label: 'End the snooze',
      onSelect: () => act({ kind: 'status', status: 'unresolved' }),
    },
    { key: 'line', separator: true },
    { key: 'again', heading: 'Start over' },
  ]
  return (
    <>
      <Menu
        align="end"
        open={open}
        onOpenChange={onOpenChange}
        entries={left === undefined ? snoozes : [...end, ...snoozes]}
        {...(left !== undefined && { label: `Snoozed, ${left}` })}
      >
        {left === undefined ? (
          <CommandLabel name="issue.snooze" />
        ) : (
          <span className="tabular-nums">{left}</span>
        )}
      </Menu>
      <SnoozeUntilDialog
        issues={[issue]}
        open={choosing}
        onClose={() => setChoosing(false)}
        onSnooze={(until) => act({ kind: 'snooze', mode: 'hours', until })}
      />
    </>
  )
}
