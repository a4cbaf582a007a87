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

/** Fetches the code of menus and dialogs once the page has nothing better to do. */
export function preloadOverlays(): void {
  const load = () => {
    // Only a head start: what fails here is fetched again, and reported, when it is really needed.
    import('./dialog-popup.tsx').catch(() => undefined)
    import('./menu-popup.tsx').catch(() => undefined)
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 3000 })
  else setTimeout(load, 1500)
}
