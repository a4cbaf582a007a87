import { Suspense, useRef } from 'react'
import type { DialogProps } from './dialog-popup.tsx'
import { lazyRetry } from './lazy-retry.tsx'
import { OverlayBoundary } from './overlay-boundary.tsx'

const DialogPopup = lazyRetry(() => import('./dialog-popup.tsx').then((module) => module.DialogPopup))

/** A modal dialog; its code arrives when it is first opened. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false)
  if (props.open) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <OverlayBoundary open={props.open} onFailed={() => props.onOpenChange(false)}>
      <Suspense>
        <DialogPopup {...props} />
      </Suspense>
    </OverlayBoundary>
  )
}
