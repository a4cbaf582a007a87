/**
 * Ref callback for a box that scrolls sideways: if its content overflows, it joins the tab order, so that
 * the arrow keys can reach all of it; otherwise it would be a needless stop.
 */
export function scrollFocus(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const update = () => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
  const observer = new ResizeObserver(update)
  observer.observe(element)
  return () => observer.disconnect()
}
