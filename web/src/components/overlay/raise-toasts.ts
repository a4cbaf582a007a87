const GAP_PX = 8

/** A ref for a bar at the lower edge of the window: notices stand above it while it is there, not on its buttons. */
export function raiseToasts(bar: HTMLElement): () => void {
  const root = document.documentElement.style
  const update = () => root.setProperty('--bar-height', `${bar.offsetHeight + GAP_PX}px`)
  const observer = new ResizeObserver(update)
  observer.observe(bar)
  update()
  return () => {
    observer.disconnect()
    root.removeProperty('--bar-height')
  }
}
