import { Button } from '../../components/button.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Menu } from '../../components/menu.tsx'
import { formatCount } from '../../format/number.ts'
import { type Change, SNOOZES } from '../../triage/change.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  act: (change: Change) => void
  snoozing: boolean
  onSnoozing: (open: boolean) => void
}

/** What can be done with the ticked issues; floats over the end of the list. */
export function BulkBar({ selection, act, snoozing, onSnoozing }: BulkBarProps) {
  const count = selection.selected.length
  if (count === 0) return null
  return (
    <section
      aria-label="Selected issues"
      className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-card border border-line-2 bg-raised py-1.5 pr-2 pl-3.5 shadow-raised"
    >
      <b className="mr-1 font-semibold">{formatCount(count)} selected</b>
      <Button kind="primary" onClick={() => act({ kind: 'status', status: 'resolved' })}>
        Resolve <Kbd>e</Kbd>
      </Button>
      <Menu
        open={snoozing}
        onOpenChange={onSnoozing}
        entries={SNOOZES.map(({ mode, label, shortcut }) => ({
          key: mode,
          label,
          shortcut,
          onSelect: () => act({ kind: 'snooze', mode }),
        }))}
      >
        Snooze <Kbd>s</Kbd>
      </Menu>
      <Button onClick={() => act({ kind: 'status', status: 'ignored' })}>
        Ignore <Kbd>i</Kbd>
      </Button>
      <Button onClick={() => act({ kind: 'status', status: 'unresolved' })}>
        Reopen <Kbd>u</Kbd>
      </Button>
      <Button kind="quiet" onClick={selection.clear}>
        Clear <Kbd>Esc</Kbd>
      </Button>
    </section>
  )
}
