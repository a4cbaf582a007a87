import { setShortcutsEnabled, useShortcutsEnabled } from '../command/shortcuts-setting.ts'
import { Kbd } from '../components/kbd.tsx'
import { FramedDialog } from '../components/overlay/framed-dialog.tsx'
import { linesOf, SHORTCUT_GROUPS } from './shortcut-groups.ts'

/** All shortcuts, and the switch to turn them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const enabled = useShortcutsEnabled()
  return (
    <FramedDialog open onClose={onClose} title="Keyboard shortcuts" wide focus="top">
      <div className="gap-x-8 sm:columns-2">
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-small font-semibold text-ink-2">{group.title}</h3>
            <ul>
              {linesOf(group).map(({ keys, does }) => (
                <li key={does} className="flex items-center gap-1 border-t border-line py-1.5">
                  <span className="flex-1">{does}</span>
                  {keys.map((key) =>
                    key === '…' ? (
                      <span key={key}>…</span>
                    ) : (
                      <Kbd key={key} listed>
                        {key}
                      </Kbd>
                    ),
                  )}
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
        Enable single-key shortcuts
      </label>
    </FramedDialog>
  )
}
