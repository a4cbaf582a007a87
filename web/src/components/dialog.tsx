import { lazy, Suspense, useRef } from 'react'
import type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = lazy(() =>
  import('./dialog-popup.tsx').then((module) => ({ default: module.DialogPopup })),
)

/** A modal dialog; its code arrives when it is first opened. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false)
  if (props.open) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}
