import { useEffect, useRef } from 'react'
import { useShortcutsEnabled } from './shortcuts-setting.ts'

/** Keys by `KeyboardEvent.key`, e.g. `j`, `Enter`, `?`. */
export type Shortcuts = Record<string, () => void>

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
/** What lies over the page while it is open. */
export const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/**
 * Runs a screen's shortcuts: not while typing, not under an open menu or dialog, not with a modifier held,
 * and not where the reader switched single-letter keys off. Enter stays with a focused link or button.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const enabled = useShortcutsEnabled()
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const run = current.current[event.key]
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!isFree(event)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING) || document.querySelector(OVERLAY)) return false
  return event.key !== 'Enter' || !target?.closest('a, button, summary')
}
