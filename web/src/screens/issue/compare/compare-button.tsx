import { Suspense, useState } from 'react'
import type { EventDetail } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { LoadingNote } from '../../../components/states.tsx'

const ComparePanel = lazyRetry(() => import('./compare-panel.tsx').then((module) => module.ComparePanel))

/** Opens the comparison of the shown event with another one of its issue. */
export function CompareButton({ event }: { event: EventDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        aria-label="Compare with another event"
        title="Compare with another event"
        onClick={() => setOpen(true)}
      >
        <ScreenIcon name="compare" />
        <span className="max-sm:hidden">Compare</span>
      </Button>
      <FramedDialog open={open} onClose={() => setOpen(false)} title="Compare events" side focus="top">
        <Suspense fallback={<LoadingNote what="the comparison" />}>
          <ComparePanel event={event} />
        </Suspense>
      </FramedDialog>
    </>
  )
}
