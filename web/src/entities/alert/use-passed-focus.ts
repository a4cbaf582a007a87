import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row that may leave its list, here or by what someone else does: the row after it, or before it, has the focus
 * then; without one, what else the dialog around the list has to offer.
 */
export function usePassedFocus(): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      const next = here.nextElementSibling ?? here.previousElementSibling ?? here.closest('[role="dialog"]')
      // Once the row is gone from the page.
      queueMicrotask(() => next?.querySelector('a')?.focus({ preventScroll: true }))
    }
  }, [])
  return row
}
