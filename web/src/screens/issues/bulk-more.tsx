import { Menu } from '../../components/menu.tsx'
import type { MenuEntry } from '../../components/menu-popup.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import type { BulkTask } from './bulk-task.ts'

const ONE_BY_ONE = 'Only for the rows that are ticked'

interface BulkMoreProps {
  /** Everything that matches is selected, not only what is loaded. */
  everything: boolean
  onTask: (task: BulkTask) => void
}

/** What is done less often with ticked issues. */
export function BulkMore({ everything, onTask }: BulkMoreProps) {
  const reason = everything ? ONE_BY_ONE : undefined
  const entries: MenuEntry[] = [
    {
      key: 'release',
      label: 'Resolve in a release…',
      disabledReason: reason,
      onSelect: () => onTask('release'),
    },
    { key: 'assign', label: 'Assign to…', disabledReason: reason, onSelect: () => onTask('assign') },
    { key: 'line', separator: true },
    { key: 'delete', label: 'Delete…', onSelect: () => onTask('delete') },
  ]
  return (
    <Menu bare size="icon" align="end" label="More to do with them" entries={entries}>
      <ScreenIcon name="more" />
    </Menu>
  )
}
