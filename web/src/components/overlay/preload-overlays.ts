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
