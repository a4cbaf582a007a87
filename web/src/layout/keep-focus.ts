/** After a dialog has given the focus back, and a screen has moved it itself. */
const DELAY_MS = 150

/**
 * Keeps the focus near a control that is removed, such as a deleted row's button: on the nearest list or region that is
 * left. It would fall to the top of the page otherwise, and the next Tab with it.
 */
export function keepFocus(): () => void {
  const content = document.getElementById('content')
  if (content === null) return () => undefined
  let around: HTMLElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = ({ target }: FocusEvent) => {
    // A dialog may go with the row that opened it: what opened it is remembered meanwhile.
    if (!content.contains(target as Node)) return
    around = []
    for (let at = target as HTMLElement; at !== content; at = at.parentElement!) around.push(at)
    around.push(content)
  }
  const rescue = () => {
    const [control, ...outer] = around
    if (document.activeElement !== document.body || control === undefined || control.isConnected) return
    const near = outer.find((element) => element.isConnected)
    if (near === undefined) return
    near.tabIndex = -1
    near.classList.add('outline-none')
    near.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
    clearTimeout(timer)
    timer = setTimeout(rescue, DELAY_MS)
  })
  document.addEventListener('focusin', remember)
  observer.observe(content, { subtree: true, childList: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}
