import { handleOf, type Mentionable } from '#contract/issue/mention.ts'

/** A mention that is being typed: if it is in the text, from the `@` on, and what stands after the `@`. */
export interface MentionTyping {
  start: number
  end: number
  typed: string
}

const OFFERED = 6
const BEFORE_CARET = /(?:^|[\s([{"'])@([\p{L}\p{N}._%+@-]{0,100})$/u
/** The most that a mention and the text before it can span. */
const LOOKED_AT = 102

/** The mention at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): MentionTyping | null {
  const typed = BEFORE_CARET.exec(text.slice(Math.max(0, caret - LOOKED_AT), caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, end: caret, typed }
}

/** People whose name or address begins with what was typed, or has a word that does. */
export function peopleFor<Person extends Mentionable>(people: readonly Person[], typed: string): Person[] {
  const start = typed.toLowerCase()
  const fits = ({ name, email }: Person) =>
    [email, name.replaceAll(' ', ''), ...name.split(' ')].some((one) => one.toLowerCase().startsWith(start))
  return people.filter(fits).slice(0, OFFERED)
}

/** The text with a person mentioned, and where the caret is then. */
export function withMention(
  text: string,
  { start, end }: MentionTyping,
  [person, people]: [Mentionable, readonly Mentionable[]],
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${handleOf(person, people)} `
  return { text: before + text.slice(end).replace(/^ /, ''), caret: before.length }
}
