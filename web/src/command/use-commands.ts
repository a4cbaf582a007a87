import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Bindings, bindCommands, commandOfKey, runCommand } from './bound-commands.ts'
import { COMMAND_NAMES, type CommandName, JUMP_KEYS, startsKeys } from './commands.ts'
import { OpeningKeys, OVERLAY } from './opening-keys.ts'
import { useShortcutsEnabled } from './shortcuts-setting.ts'
import { typedKey } from './typed-key.ts'

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
/** The second of two keys comes this soon after the first. */
const SECOND_KEY_MS = 1500
const MODIFIER = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/

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
    const read = keyReader()
    const opening = new OpeningKeys()
    const onKeyDown = (event: KeyboardEvent) => {
      const typed = event.defaultPrevented ? undefined : typedKey(event)
      if (typed !== undefined && MODIFIER.test(typed)) return
      if (typed !== undefined && opening.keep(typed, isTyping(event))) return event.preventDefault()
      const isJump = typed === JUMP_KEYS
      if (!enabled && !isJump) return
      const key = read(isFree(event, isJump) ? typed : undefined, event.timeStamp)
      const name = key === undefined ? undefined : commandOfKey(key)
      if (name === undefined || !allowed.current(name)) return
      event.preventDefault()
      runCommand(name)
      opening.note(name)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

/** Puts two keys together. After `g` the next key never acts alone: a wrong second key must not change an issue. */
function keyReader(): (key: string | undefined, at: number) => string | undefined {
  let first: { key: string; at: number } | undefined
  return (key, at) => {
    const before = first !== undefined && at - first.at < SECOND_KEY_MS ? first.key : undefined
    first = undefined
    if (key === undefined) return undefined
    if (before !== undefined) return `${before} ${key}`
    if (startsKeys(key)) first = { key, at }
    return key
  }
}

/** Overlays are at the end of the body, next to the page: searching a long page at each key would be slow. */
function hasOverlay(): boolean {
  return [...document.body.children].some(
    (part) => part.id !== 'root' && (part.matches(OVERLAY) || part.querySelector(OVERLAY) !== null),
  )
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPING) !== null
}

function isFree(event: KeyboardEvent, isJump: boolean): boolean {
  if ((!isJump && isTyping(event)) || hasOverlay()) return false
  const target = event.target instanceof Element ? event.target : null
  return event.key !== 'Enter' || !target?.closest('a, button, summary')
}
