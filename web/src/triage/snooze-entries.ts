import type { MenuEntry } from '../components/overlay/menu-popup.tsx'
import { tomorrowMorning } from '../format/time.ts'
import { type Change, SNOOZES } from './change.ts'

interface SnoozeMenu {
  act: (change: Change) => void
  /** Opens the dialog for a time of the reader's own. */
  chooseTime: () => void
}

/** Ways to snooze, for the menu of an issue and that of selected ones. */
export function snoozeEntries({ act, chooseTime }: SnoozeMenu): MenuEntry[] {
  const tomorrow = () => act({ kind: 'snooze', mode: 'hours', until: tomorrowMorning(Date.now()) })
  return [
    ...SNOOZES.map(({ mode, label, shortcut }) => ({
      key: mode,
      label,
      shortcut,
      onSelect: () => act({ kind: 'snooze', mode }),
    })),
    { key: 'tomorrow', label: 'Until tomorrow, 9:00', shortcut: 't', onSelect: tomorrow },
    { key: 'until', label: 'Until a date…', shortcut: 'd', onSelect: chooseTime },
  ]
}
