import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import type { BulkTask } from './bulk-task.ts'

/** Less frequent actions for selected issues. */
export function BulkMore({ onTask }: { onTask: (task: BulkTask) => void }) {
  const entries: MenuEntry[] = [
    { key: 'release', label: 'Resolve in a release…', onSelect: () => onTask('release') },
    { key: 'assign', label: 'Assign to…', onSelect: () => onTask('assign') },
    { key: 'line', separator: true },
    { key: 'delete', label: 'Delete…', onSelect: () => onTask('delete') },
  ]
  return (
    <Menu bare size="icon" align="end" label="More actions" entries={entries}>
      <ScreenIcon name="more" />
    </Menu>
  )
}
