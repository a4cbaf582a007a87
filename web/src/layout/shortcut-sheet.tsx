import { setShortcutsEnabled, useShortcutsEnabled } from '../command/shortcuts-setting.ts'
import { Kbd } from '../components/kbd.tsx'
import { Dialog } from '../components/overlay/dialog.tsx'

const GROUPS: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Issues',
    keys: [
      [['j', 'k'], 'Next, previous issue'],
      [['o', 'Enter'], 'Open the issue'],
      [['x'], 'Select or unselect'],
      [['Esc'], 'Clear the selection'],
      [['1', '…', '6'], 'Tabs, from Open to All'],
      [['r'], 'Refresh, and show what is new'],
    ],
  },
  {
    title: 'Triage',
    keys: [
      [['e'], 'Resolve'],
      [['i'], 'Ignore'],
      [['s'], 'Snooze…'],
      [['s', '4'], 'For 4 hours'],
      [['s', 'o'], 'Until 100 more events'],
      [['s', 'u'], 'Until 10 more users'],
      [['u'], 'Reopen'],
      [['m'], 'Merge the selected'],
      [['a'], 'Assign (one issue)'],
      [['z'], 'Undo'],
    ],
  },
  {
    title: 'Search',
    keys: [
      [['/'], 'To the search box'],
      [['↓', '↑'], 'Suggestions'],
      [['Enter', 'Tab'], 'Take the suggestion'],
      [['Esc'], 'Close them, then leave the box'],
    ],
  },
  {
    title: 'One issue',
    keys: [
      [['n', 'p'], 'Older, newer event'],
      [['[', ']'], 'Oldest, newest event'],
      [['t'], 'Whole stack or in-app only'],
      [['j', 'k'], 'Next, previous issue of the list'],
      [['1', '…', '6'], 'Tabs, from Event to Activity'],
      [['Esc'], 'Back to the list'],
    ],
  },
  { title: 'Everywhere', keys: [[['?'], 'This sheet']] },
]

/** All shortcuts, and the switch to turn them off. */
export function ShortcutSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const enabled = useShortcutsEnabled()
  return (
    <Dialog {...props} title="Keyboard shortcuts">
      <div className="gap-x-8 sm:columns-2">
        {GROUPS.map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-small font-semibold text-ink-2">{group.title}</h3>
            <ul>
              {group.keys.map(([keys, does]) => (
                <li key={does} className="flex items-center gap-1 border-t border-line py-1.5">
                  <span className="flex-1">{does}</span>
                  {keys.map((key) => (key === '…' ? <span key={key}>…</span> : <Kbd key={key}>{key}</Kbd>))}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <label className="mt-4 flex items-center gap-2 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => setShortcutsEnabled(event.target.checked)}
        />
        Use shortcuts of a single key
      </label>
    </Dialog>
  )
}
