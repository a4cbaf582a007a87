import { type CommandName, keyHints } from '../command/commands.ts'
import { SNOOZES } from '../triage/snooze-entries.ts'

/** One line: commands that belong together, or keys of a box or menu, which are not commands. */
type Row = [commands: CommandName[], does: string] | { keys: string[]; does: string }

const TAB_KEYS = ['1', '2', '…']

interface ShortcutGroup {
  title: string
  rows: Row[]
}

export const SHORTCUT_GROUPS: ShortcutGroup[] = [
  {
    title: 'Issues',
    rows: [
      [['issue.next', 'issue.previous'], 'Next, previous issue'],
      [['issue.open'], 'Open the issue'],
      [['issue.select'], 'Select or unselect'],
      [['issue.selectTo'], 'Select all from the last selected'],
      [['selection.clear'], 'Clear the selection'],
      { keys: TAB_KEYS, does: 'Tabs (Open to All)' },
      [['list.refresh'], 'Refresh'],
    ],
  },
  {
    title: 'Triage',
    rows: [
      [['issue.resolve'], 'Resolve'],
      [['issue.ignore'], 'Ignore'],
      [['issue.snooze'], 'Snooze…'],
      ...SNOOZES.map(({ label, shortcut }) => ({
        keys: [...keyHints('issue.snooze'), shortcut],
        does: label,
      })),
      [['issue.reopen'], 'Reopen'],
      [['issue.merge'], 'Merge'],
      [['issue.assign'], 'Assign'],
      [['undo'], 'Undo'],
    ],
  },
  {
    title: 'Search',
    rows: [
      [['list.search'], 'Focus search'],
      { keys: ['↓', '↑'], does: 'Suggestions' },
      { keys: ['Enter', 'Tab'], does: 'Accept suggestion' },
      { keys: ['Esc'], does: 'Close suggestions / leave search' },
    ],
  },
  {
    title: 'Issue',
    rows: [
      [['event.older', 'event.newer'], 'Older, newer event'],
      [['event.oldest', 'event.newest'], 'Oldest, newest event'],
      [['stack.whole'], 'Full stack or in-app only'],
      [['issue.next', 'issue.previous'], 'Next, previous issue in the list'],
      { keys: TAB_KEYS, does: 'Tabs (Event to Activity)' },
      [['list.return'], 'Back to the list'],
    ],
  },
  {
    title: 'Anywhere',
    rows: [
      [['go.anywhere'], 'Go to a page, project, view or issue'],
      [['go.issues'], 'Go to issues'],
      [['go.alerts'], 'Go to alerts'],
      [['go.releases'], 'Go to releases'],
      [['go.feedback'], 'Go to feedback'],
      [['go.projects'], 'Go to projects'],
      [['go.settings'], 'Go to settings'],
      [['shortcuts.show'], 'Show this help'],
    ],
  },
]

/** The lines of a group, each with its keys as they are written on them. */
export function linesOf({ rows }: ShortcutGroup): { keys: string[]; does: string }[] {
  return rows.map((row) => (Array.isArray(row) ? { keys: row[0].flatMap(keyHints), does: row[1] } : row))
}
