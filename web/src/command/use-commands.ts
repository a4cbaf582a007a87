import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Bindings, bindCommands, commandOfKey, runCommand } from './bound-commands.ts'
import { COMMAND_NAMES, type CommandName } from './commands.ts'
import { useShortcutsEnabled } from './shortcuts-setting.ts'
import { typedKey } from './typed-key.ts'

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
/** Overlays, which cover the page while open. */
export const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Binds commands to actions while the calling component is mounted. */
export function useCommands(bindings: Bindings): void {
  const current = useRef(bindings)
  // Before the next key, so it acts on what is on screen.
  useLayoutEffect(() => {
    current.current = bindings
  })
  useEffect(() => bindCommands(current), [])
}

/** The commands of a screen's tabs, first to last; a tenth has no key. */
export function tabCommands(goTo: readonly (() => void)[]): Bindings {
  const names = COMMAND_NAMES.filter((name) => name.startsWith('tab.'))
  return Object.fromEntries(names.map((name, index) => [name, goTo[index]]))
}

/**
 * Runs commands by their keys: not while typing, not under an open menu or dialog, not with a modifier held,
 * and not where the reader switched single-letter keys off. Enter stays with a focused link or button.
 *
 * @param mayRun whether the reader may run a command
 */
export function useCommandKeys(mayRun: (name: CommandName) => boolean): void {
  const enabled = useShortcutsEnabled()
  const allowed = useRef(mayRun)
  useLayoutEffect(() => {
    allowed.current = mayRun
  })
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.defaultPrevented ? undefined : typedKey(event)
      const name = key === undefined ? undefined : commandOfKey(key)
      if (name === undefined || !allowed.current(name) || !isFree(event)) return
      event.preventDefault()
      runCommand(name)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

/** Overlays are at the end of the body, next to the page: searching a long page at each key would be slow. */
function hasOverlay(): boolean {
  return [...document.body.children].some(
    (part) => part.id !== 'root' && (part.matches(OVERLAY) || part.querySelector(OVERLAY) !== null),
  )
}

function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING) || hasOverlay()) return false
  return event.key !== 'Enter' || !target?.closest('a, button, summary')
}
