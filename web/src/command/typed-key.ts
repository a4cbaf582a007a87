import { JUMP_KEYS } from './commands.ts'

/** A key press, from a browser or a React event. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'
>

const BRACKETS: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' }

export const IS_MAC = /^(?:Mac|iP)/.test(navigator.platform)

/** On a Mac, Ctrl and K is a key of text fields. */
const JUMP_MODIFIER = IS_MAC ? 'metaKey' : 'ctrlKey'

function isJump(press: KeyPress): boolean {
  return press[JUMP_MODIFIER] && !press.altKey && latinLetter(press) === 'k'
}

/**
 * The key that a press stands for, as the table of commands has it; none if a modifier makes it another shortcut.
 * AltGr, and Option on a Mac, write characters such as `[` and count as no modifier then. On a keyboard with another
 * alphabet (Cyrillic, Greek) a letter is taken for the Latin one at its place.
 */
export function typedKey(press: KeyPress): string | undefined {
  if (isJump(press)) return JUMP_KEYS
  const writesSign = press.altKey && !press.ctrlKey && /^[\p{P}\p{S}]$/u.test(press.key)
  const altGr = press.getModifierState('AltGraph') || writesSign
  if (press.metaKey || (!altGr && (press.ctrlKey || press.altKey))) return undefined
  return latinLetter(press)
}

function latinLetter(press: KeyPress): string {
  if (!/^\p{L}$/u.test(press.key) || /^\p{Script=Latin}$/u.test(press.key)) return press.key
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  if (letter === undefined) return BRACKETS[press.code] ?? press.key
  return press.shiftKey ? letter : letter.toLowerCase()
}
