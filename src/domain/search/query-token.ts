import { OPERATORS, SEARCH_KEYS, TYPED_KEY } from '#contract/issue/query-value.ts'
import { SEARCH_LIMITS } from '#contract/limits.ts'
import { afterMatch } from '../text/text-scan.ts'
import { tagKeyOf, typedKeyOf } from './search-keys.ts'

export interface Token {
  key: string | null
  /** Without the quotes around it; a list as it was typed. */
  value: string
  /** Those of a list; `value` alone if there is none. */
  items: string[]
  negated: boolean
  /** Whether the key is one of `SEARCH_KEYS`; else it may be a tag's. */
  isKnown: boolean
  /** As it was typed; what is searched for when the value turns out to be none of the language. */
  raw: string
}

export type QueryPart =
  | { kind: 'term'; token: Token }
  | { kind: 'or' | 'and' | 'close' }
  /** A parenthesis, with `!` in front if `negated`. */
  | { kind: 'open'; negated: boolean; at: number }

export interface QueryParts {
  parts: readonly QueryPart[]
  /** There were more terms, which were left out. */
  isCut: boolean
}

/** What is behind the colon of an address (`https://`) or a name of code (`std::run`). */
const NO_VALUE = /\/\/|:/y
const BARE = /\S+/y
const BARE_ITEM = /[^\s,"[\]][^\s,\]]*/y
const BLANKS = /\s*/y
const OPENING = /!?\(/y
const TAG_OPENING = /!?tags\[/iy
const BARE_NAME = /[^\s"\\[\]:]+/y

/** The terms of a query, at most `SEARCH_LIMITS.terms`, with the operators and parentheses between them. Unbalanced parentheses belong to
 * words, and so do those around words alone in a query that has no operator: messages have them. */
export function partsOf(q: string): QueryParts {
  const text = q.slice(0, SEARCH_LIMITS.chars)
  const { parts, isCut, depth } = read(text, () => true)
  if (depth > 0 && !isCut) return read(text, () => false)
  if (
    parts.some((part) => part.kind === 'or' || part.kind === 'and' || (part.kind === 'open' && part.negated))
  )
    return { parts, isCut }
  const ofWords = openingsOfWords(parts)
  return ofWords.size === 0 ? { parts, isCut } : read(text, (at) => !ofWords.has(at))
}

/** @param isGroup whether an opening parenthesis at a place starts a group. */
function read(text: string, isGroup: (at: number) => boolean): QueryParts & { depth: number } {
  const parts: QueryPart[] = []
  let [terms, depth] = [0, 0]
  let at = afterMatch(BLANKS, text, 0)
  while (at < text.length && terms < SEARCH_LIMITS.terms) {
    const opened = isGroup(at) ? afterMatch(OPENING, text, at) : at
    if (opened > at && isFilled(text, opened)) {
      parts.push({ kind: 'open', negated: text[at] === '!', at })
      depth += 1
      at = afterMatch(BLANKS, text, opened)
    } else if (isClosing(text, at, depth)) {
      parts.push({ kind: 'close' })
      depth -= 1
      at = afterMatch(BLANKS, text, at + 1)
    } else {
      const { token, end } = tokenAt(text, at, depth)
      parts.push({ kind: 'term', token })
      terms += 1
      at = afterMatch(BLANKS, text, end)
    }
  }
  return { parts: withOperators(parts), depth, isCut: at < text.length }
}

/** `OR` and `AND` with nothing to their left or right are words. */
function withOperators(parts: readonly QueryPart[]): QueryPart[] {
  const read: QueryPart[] = []
  for (const [index, part] of parts.entries()) {
    const operator = operatorOf(part)
    const before = read.at(-1)?.kind
    const next = parts[index + 1]
    const isBetween =
      (before === 'term' || before === 'close') &&
      (next?.kind === 'open' || (next?.kind === 'term' && operatorOf(next) === undefined))
    read.push(operator !== undefined && isBetween ? { kind: operator } : part)
  }
  return read
}

function operatorOf(part: QueryPart): 'or' | 'and' | undefined {
  return part.kind === 'term' ? OPERATORS.get(part.token.raw) : undefined
}

/** Places of all the parentheses inside of outermost ones that have no term with a key. */
function openingsOfWords(parts: readonly QueryPart[]): ReadonlySet<number> {
  const places = new Set<number>()
  let depth = 0
  let group: number[] = []
  let hasKey = false
  for (const part of parts) {
    if (part.kind === 'open') {
      if (depth === 0) [group, hasKey] = [[], false]
      depth += 1
      group.push(part.at)
    } else if (part.kind === 'close') {
      depth -= 1
      if (depth === 0 && !hasKey) for (const place of group) places.add(place)
    } else if (part.kind === 'term') hasKey ||= part.token.key !== null
  }
  return places
}

/** Not `()`. */
function isFilled(text: string, at: number): boolean {
  const first = afterMatch(BLANKS, text, at)
  return first < text.length && text[first] !== ')'
}

function isClosing(text: string, at: number, depth: number): boolean {
  return depth > 0 && text[at] === ')' && isEnd(text, at + 1, depth - 1)
}

function tokenAt(text: string, start: number, depth: number): { token: Token; end: number } {
  const key = keyAt(text, start)
  const list = key === null ? null : listAt(text, key.end, depth)
  const found = list ?? valueAt(text, key?.end ?? start, depth)
  // `(env:)` has a key without a value.
  const isWord = key !== null && found.end === key.end
  const { value, end } = isWord ? valueAt(text, start, depth) : found
  const token = {
    key: isWord ? null : (key?.name ?? null),
    isKnown: !isWord && key?.isKnown === true,
    value,
    items: list?.items ?? [value],
    negated: !isWord && key?.negated === true,
    raw: text.slice(start, end),
  }
  return { token, end }
}

function valueAt(text: string, start: number, depth: number): { value: string; end: number } {
  const closing = closingQuote(text, start)
  if (closing !== null && isEnd(text, closing + 1, depth))
    return { value: unescaped(text.slice(start + 1, closing)), end: closing + 1 }
  const end = depth === 0 ? afterMatch(BARE, text, start) : endOfWord(text, start, depth)
  return { value: text.slice(start, end), end }
}

/** Inside of a group a word ends before the parenthesis that closes the group, and has its own: `(render(x) OR b)`. */
function endOfWord(text: string, start: number, depth: number): number {
  const end = afterMatch(BARE, text, start)
  let open = 0
  for (let at = start; at < end; at += 1) {
    if (text[at] === '(') open += 1
    if (text[at] !== ')') continue
    if (open === 0 && isClosing(text, at, depth)) return at
    open = Math.max(0, open - 1)
  }
  return end
}

/** Values in brackets with commas between, each of them bare or in quotes; null if there is no such list. */
function listAt(
  text: string,
  start: number,
  depth: number,
): { value: string; items: string[]; end: number } | null {
  if (text[start] !== '[') return null
  const items: string[] = []
  let at = start + 1
  for (;;) {
    const closing = closingQuote(text, at)
    const end = closing === null ? afterMatch(BARE_ITEM, text, at) : closing + 1
    if (end === at) return null
    items.push(closing === null ? text.slice(at, end) : unescaped(text.slice(at + 1, closing)))
    if (text[end] === ']')
      return isEnd(text, end + 1, depth) ? { value: text.slice(start, end + 1), items, end: end + 1 } : null
    if (text[end] !== ',') return null
    at = end + 1
  }
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1')
}

/** Whether a term ends at this place, inside of `depth` groups. */
function isEnd(text: string, at: number, depth: number): boolean {
  const next = text.charAt(at)
  return /^\s?$/.test(next) || (depth > 0 && next === ')')
}

interface KeyPart {
  name: string
  isKnown: boolean
  negated: boolean
  end: number
}

function keyAt(text: string, start: number): KeyPart | null {
  const tag = tagKeyAt(text, start)
  if (tag !== null) return tag
  const [all = '', sign, name = ''] = TYPED_KEY.exec(text.slice(start)) ?? []
  const end = start + all.length
  const isKnown = SEARCH_KEYS.has(name.toLowerCase())
  if (name === '' || afterMatch(BARE, text, end) === end) return null
  if (!isKnown && afterMatch(NO_VALUE, text, end) > end) return null
  return { name: isKnown ? name.toLowerCase() : typedKeyOf(name), isKnown, negated: sign === '!', end }
}

/** `tags[browser]:` and `tags["my tag"]:`, whatever other keys there are. */
function tagKeyAt(text: string, start: number): KeyPart | null {
  const from = afterMatch(TAG_OPENING, text, start)
  if (from === start) return null
  const closing = closingQuote(text, from)
  const end = closing === null ? afterMatch(BARE_NAME, text, from) : closing + 1
  const key = tagKeyOf(closing === null ? text.slice(from, end) : unescaped(text.slice(from + 1, closing)))
  if (key === null || !text.startsWith(']:', end) || /^\s?$/.test(text.charAt(end + 2))) return null
  return { name: key, isKnown: false, negated: text[start] === '!', end: end + 2 }
}

/** Where the quote that opens at `start` is closed; null if it is not, or if there is none. */
function closingQuote(text: string, start: number): number | null {
  if (text[start] !== '"') return null
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at < text.length ? at : null
}
