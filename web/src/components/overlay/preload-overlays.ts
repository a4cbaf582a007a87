const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Fetches the code of menus and dialogs at the reader's first sign of life: a page that is only read needs none. */
export function preloadOverlays(): () => void {
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, load)
  }
  const load = () => {
    stop()
    // Only a head start: a failed fetch is repeated, and reported, when the data is needed.
    import('./dialog-popup.tsx').catch(() => undefined)
    import('./popover-popup.tsx').catch(() => undefined)
    import('./menu-popup.tsx').catch(() => undefined)
  }
  for (const sign of SIGNS) addEventListener(sign, load, { passive: true })
  return stop
}
