/** Where a menu begins when it is opened by a key; a pointer finds its item itself. */
export type MenuStart = 'first' | 'last' | null

/**
 * Focuses that item, which highlights it: the chosen one of a set, else the first or last that can be chosen. False if
 * there is none yet.
 */
export function focusItem(menu: Element, start: MenuStart): boolean {
  if (start === null) return true
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')]
  const item = start === 'first' ? items[0] : items.at(-1)
  const chosen = item?.closest('[role=group]')?.querySelector<HTMLElement>('[aria-checked=true]')
  const target = chosen ?? item
  target?.focus()
  return target !== undefined
}
