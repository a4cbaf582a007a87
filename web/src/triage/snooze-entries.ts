import { SNOOZE_LASTS } from '#contract/vocabulary.ts'
import { serverNow } from '../api/headers/server-clock.ts'
import type { MenuItem } from '../components/overlay/menu-popup.tsx'
import { tomorrowMorning } from '../format/time.ts'
import type { Change } from './change.ts'

interface SnoozeMenu {
  act: (change: Change) => void
  /** Opens the dialog for a time of the reader's own. */
  chooseTime: () => void
}

interface Snooze {
  label: string
  shortcut: string
  run: (menu: SnoozeMenu) => void
}

/** Every way to snooze, for the menus and for the list of shortcuts. */
export const SNOOZES: readonly Snooze[] = [
  {
    label: `For ${SNOOZE_LASTS.hours} hours`,
    shortcut: '4',
    run: ({ act }) => act({ kind: 'snooze', mode: 'hours' }),
  },
  {
    label: `Until ${SNOOZE_LASTS.events} more events`,
    shortcut: 'o',
    run: ({ act }) => act({ kind: 'snooze', mode: 'occurrences' }),
  },
  {
    label: `Until ${SNOOZE_LASTS.users} more users`,
    shortcut: 'u',
    run: ({ act }) => act({ kind: 'snooze', mode: 'users' }),
  },
  {
    label: 'Until tomorrow, 9:00',
    shortcut: 't',
    run: ({ act }) => act({ kind: 'snooze', mode: 'hours', until: tomorrowMorning(serverNow()) }),
  },
  { label: 'Until a date…', shortcut: 'd', run: ({ chooseTime }) => chooseTime() },
]

/** For the menu of an issue and that of selected ones. */
export function snoozeEntries(menu: SnoozeMenu): MenuItem[] {
  return SNOOZES.map(({ label, shortcut, run }) => ({
    key: shortcut,
    label,
    shortcut,
    onSelect: () => run(menu),
  }))
}
