/** After the row is gone from the page. */
const FOCUS_DELAY_MS = 50

/**
 * A row that leaves a list must not take the focus with it: the row after it, or before it, has it then; without one,
 * what else the dialog around the list has to offer.
 */
export function passFocus(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? button.closest('[role="dialog"]')
  setTimeout(() => {
    if (row && !row.isConnected) next?.querySelector('a')?.focus({ preventScroll: true })
  }, FOCUS_DELAY_MS)
}
