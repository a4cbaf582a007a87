import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import { OverlayBoundary } from '../../../components/overlay/overlay-boundary.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { DeleteDialog } from '../../../triage/dialogs/delete-dialog.tsx'

const MergeWith = lazyRetry(() => import('./merge-with.tsx').then((module) => module.MergeWith))

/** What is rarely done to an issue. */
export function MoreMenu({ issue, onGone }: { issue: IssueSummary; onGone: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const [merging, setMerging] = useState(false)
  const navigate = useNavigate()
  const stopMerging = () => setMerging(false)
  const onMerged = ({ id }: IssueSummary) => {
    if (id !== issue.id) void navigate({ to: '/issues/$issueId', params: { issueId: id } })
  }
  useCommands({ 'issue.merge': () => setMerging(true) })
  return (
    <>
      <Menu
        bare
        size="icon"
        align="end"
        label="More"
        entries={[
          { key: 'merge', label: 'Merge…', shortcut: 'm', onSelect: () => setMerging(true) },
          { key: 'delete', label: 'Delete…', onSelect: () => setDeleting(true) },
        ]}
      >
        <ScreenIcon name="more" />
      </Menu>
      <DeleteDialog open={deleting} onClose={() => setDeleting(false)} issues={[issue]} onDone={onGone} />
      {merging && (
        <OverlayBoundary open onFailed={stopMerging}>
          <Suspense fallback={null}>
            <MergeWith issue={issue} onClose={stopMerging} onMerged={onMerged} />
          </Suspense>
        </OverlayBoundary>
      )}
    </>
  )
}
