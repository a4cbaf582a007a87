import { OPERATORS, quoteQueryValue, type SearchKey, TYPED_KEY } from '#contract/issue/query-value.ts'
import { likelyName } from '#contract/likely-name.ts'
import { LEVELS } from '#contract/vocabulary.ts'
import type { CompletionAnswer, CompletionKey } from '../../../api/wire.ts'
import { isEventId, nestingOf, splitToken, WORDS } from '../../../entities/issue/issue-filter.ts'

/** The keys of the search, with what each asks. */
const HINTS: Record<SearchKey, string> = {
  is: 'issue status',
  env: 'environment',
  release: 'release: 1.4.*, >=1.4, 1.2..1.4',
  first_release: 'release of the first event',
  regressed_in: 'release in which it came back',
  resolved_in: 'release that fixes it',
  level: 'severity',
  assigned: 'assignee: me, none, or an email',
  'user.email': "affected user's email; * is a wildcard",
  'user.id': "affected user's ID",
  browser: 'browser',
  os: 'operating system',
  transaction: 'transaction or route',
  url: 'page or request address; * at the end is a wildcard',
  server: 'server name',
  events: 'number of events: >100, 10..20',
  users: 'number of users: >10, 2..5',
  first_seen: '-24h, >2026-11-20, 2026-11-01..2026-11-20',
  last_seen: '-24h, +7d, <2026-11-20',
}
export const SEARCH_KEYS = Object.entries(HINTS).map(([name, hint]) => ({ key: `${name}:`, hint }))

const IS_VALUES = [
  { value: 'unresolved', hint: 'new or reopened' },
  { value: 'regression', hint: 'resolved, then happened again' },
  { value: 'resolved', hint: 'done' },
  { value: 'ignored', hint: 'not worth fixing' },
  { value: 'snoozed', hint: 'hidden for now' },
] as const

const NUMBER_KEYS = ['events:', 'users:']
const TIME_KEYS = ['first_seen:', 'last_seen:']
/** Their lists need no brackets. */
const COMMA_KEYS = ['is:', 'level:']

/** In front of a version: `>=1.4`, `1.2..1.4`. */
const BOUND = /^(?:[<>]=?|[^\s"]*\.\.)/
/** Whether a range can end with a release, as far as its name tells: quotes are not part of a range. */
const canBound = (release: string): boolean => /\d\.\d/.test(release) && !/[\s"]/.test(release)

/** The token being typed, and its possible completions. */
export interface Typing {
  /** The token's range in the text. */
  start: number
  end: number
  /** `!` if it is negated. */
  negation: string
  /** Known key with its colon; empty while none is typed. */
  key: string
  /** The list in front of the typed value, with its bracket or comma, and the sign of a range. */
  before: string
  /** The typed part of the key or value, without quotes. */
  typed: string
  /** The list behind the typed value. */
  after: string
  /** The other values of the list, without quotes. */
  taken: string[]
}

/** The token of a search text that the caret is in or right behind; an empty one between two tokens. */
export function typingAt(text: string, caret: number): Typing {
  const token = tokenAround(text, caret)
  const raw = text.slice(token.start, token.end)
  const { key, value } = splitToken(raw)
  const negation = raw.startsWith('!') ? '!' : ''
  const written = key.replace(/^!/, '')
  // A tag has its own case.
  const bareKey = isSearchKey(written.toLowerCase()) ? written.toLowerCase() : written
  const isList = COMMA_KEYS.includes(bareKey) || (bareKey !== '' && value.startsWith('['))
  const parts = isList ? listAround(value, caret - token.start - key.length) : ALONE
  const rest = bareKey === '' ? raw.slice(negation.length) : value
  const typed = rest.slice(parts.before.length, rest.length - parts.after.length)
  const bound = ASKED.get(bareKey) === 'release' ? (BOUND.exec(typed)?.[0] ?? '') : ''
  const [before, last] = [parts.before + bound, typed.slice(bound.length)]
  return { ...token, ...parts, before, negation, key: bareKey, typed: unquoted(parts.closed ? '' : last) }
}

interface ListParts extends Pick<Typing, 'before' | 'after' | 'taken'> {
  /** The caret is behind the bracket: what is typed next is a further value. */
  closed: boolean
}

const ALONE: ListParts = { before: '', after: '', taken: [], closed: false }

/** A list's parts around the value that the caret is in; a comma in quotes is part of a value. */
function listAround(list: string, caret: number): ListParts {
  const opening = list.startsWith('[') ? 1 : 0
  const isClosed = opening === 1 && list.endsWith(']') && list.split('"').length % 2 === 1
  const end = isClosed ? list.length - 1 : list.length
  const items = itemsBetween(list, opening, end)
  if (caret > end) {
    const taken = items.map(({ value }) => value)
    return { before: `${list.slice(0, end)},`, after: ']', taken, closed: true }
  }
  const { start, stop } = items.find((item) => caret <= item.stop) ?? { start: end, stop: end }
  const taken = items.filter((item) => item.start !== start).map(({ value }) => value)
  return { before: list.slice(0, start), after: list.slice(stop), taken, closed: false }
}

function itemsBetween(list: string, from: number, to: number) {
  const items: { value: string; start: number; stop: number }[] = []
  let start = from
  let isQuoted = false
  for (let at = from; at <= to; at += 1) {
    if (list[at] === '"') isQuoted = !isQuoted
    if (at < to && (isQuoted || list[at] !== ',')) continue
    items.push({ value: unquoted(list.slice(start, at)), start, stop: at })
    start = at + 1
  }
  return items
}

const unquoted = (text: string): string => text.replaceAll('"', '')

function tokenAround(text: string, caret: number): { start: number; end: number } {
  for (const match of text.matchAll(WORDS)) {
    const [word] = match
    if (word.trim() === '') continue
    // The parentheses of a group are not part of its terms.
    const start = match.index + (/^(?:!?\()+/.exec(word)?.[0].length ?? 0)
    let end = match.index + word.length
    while (text[end - 1] === ')' && nestingOf(text.slice(start, end)) < 0) end -= 1
    if (start <= caret && caret <= end) return { start, end }
  }
  return { start: caret, end: caret }
}

/** The request that completes a token: values of a key or a tag, or names of tags. */
export interface AskedValues {
  key: CompletionKey
  tag?: string
}

const ASKED: ReadonlyMap<string, CompletionKey> = new Map(
  Object.entries({
    'env:': 'env',
    'release:': 'release',
    'first_release:': 'release',
    'regressed_in:': 'release',
    'resolved_in:': 'release',
    'level:': 'level',
    'assigned:': 'assigned',
    'browser:': 'browser',
    'os:': 'os',
    'user.id:': 'user.id',
    'transaction:': 'transaction',
    'url:': 'url',
    'server:': 'server',
  }),
)

/** The request for a token; `null` if its values are known or can't be listed, or if nothing is typed. */
export function askedValues({ key, typed }: Typing): AskedValues | null {
  if (key === '') return TYPED_KEY.exec(`${typed}:`)?.[2] === typed ? { key: 'tag' } : null
  const asked = ASKED.get(key)
  if (asked !== undefined) return { key: asked }
  return isSearchKey(key) ? null : { key: 'tag', tag: key.slice(0, -1) }
}

const isSearchKey = (key: string): boolean => SEARCH_KEYS.some((choice) => choice.key === key)

/** The answer as suggestions. Names of tags are keys: a value follows. */
export function asSuggestions(typing: Typing, values: CompletionAnswer['values']): Suggestion[] {
  const { key, before, taken } = typing
  const isBound = ASKED.get(key) === 'release' && /[^[,]$/.test(before)
  const free = values.filter(({ value }) => !taken.includes(value) && (!isBound || canBound(value)))
  // The counts are those of `release:` with one release.
  if (isBound || (key !== 'release:' && ASKED.get(key) === 'release'))
    return free.map(({ value }) => ({ key, value }))
  if (key !== '') return free.map((value) => ({ key, ...value }))
  return values.map(({ value, ...counted }) => ({ key: `${value}:`, value: '', hint: 'tag', ...counted }))
}

/**
 * The text with the token replaced, and the caret behind it: after a value a space, ready for the next term, but none after a
 * list in brackets, where another value can be chosen.
 */
export function complete(text: string, typing: Typing, chosen: { key: string; value: string }) {
  const { start, end, negation, before, after } = typing
  const isList = before.startsWith('[')
  const closing = isList && !after.endsWith(']') ? ']' : ''
  const value = chosen.value === '' ? '' : quoteQueryValue(chosen.value)
  const token = negation + chosen.key + before + value + after + closing
  const rest = text.slice(end)
  const isDone = chosen.value !== '' && !isList && !rest.startsWith(')')
  const gap = isDone && !rest.startsWith(' ') ? ' ' : ''
  const lead = text[start - 1] === ')' ? ' ' : ''
  return {
    text: `${text.slice(0, start)}${lead}${token}${gap}${rest}`,
    caret: start + lead.length + token.length + (isDone ? 1 : 0),
  }
}

export interface Suggestion {
  key: string
  value: string
  hint?: string
  /** Issues that have the value. */
  count?: number
  /** There may be more of them. */
  capped?: boolean
}

/** Keys whose name begins with, or statuses that contain, what is typed; for a mistyped key, the one that is meant. */
export function fixedSuggestions({ key, typed, taken }: Typing): Suggestion[] {
  const start = typed.toLowerCase()
  if (key === '') {
    return SEARCH_KEYS.filter((choice) => choice.key.startsWith(start)).map(({ key: name, hint }) => ({
      key: name,
      value: '',
      hint,
    }))
  }
  if (!isSearchKey(key)) {
    const meant = likelyName(
      key.slice(0, -1),
      SEARCH_KEYS.map((choice) => choice.key.slice(0, -1)),
    )
    return meant === undefined ? [] : [{ key: `${meant}:`, value: typed, hint: 'did you mean this?' }]
  }
  if (key !== 'is:') return []
  return IS_VALUES.filter(({ value }) => value.startsWith(start) && !taken.includes(value)).map((choice) => ({
    key,
    ...choice,
  }))
}

/** Explains a token without suggestions; `null` if it needs no explanation. */
export function explain({ key, before, typed, after, taken }: Typing): string | null {
  if (key === 'user.email:') return 'Part of the address, or the whole address with * as a wildcard.'
  if (NUMBER_KEYS.includes(key)) return 'A number: 100, >100, <=100 or 10..20.'
  if (TIME_KEYS.includes(key))
    return 'A time: -24h (within), +7d (before), >2026-11-20 or 2026-11-01..2026-11-20 (UTC).'
  if (key !== '' && !isSearchKey(key))
    return `“${key}” is searched as a tag if any event has it, otherwise as text.`
  if (key === '' && isEventId(typed)) return 'Searching for the event with this ID.'
  if (key === '' && OPERATORS.has(typed))
    return 'OR: one side matches. Terms without OR between them belong together; parentheses group: (a OR b) c.'
  if (key === '' && typed !== '' && !SEARCH_KEYS.some((choice) => choice.key.startsWith(typed))) {
    return `Searching text: “${typed}” in titles, messages, exceptions, culprits and transactions.`
  }
  const whole = before + typed + after
  if (key === 'is:' && ![...taken, typed].every((name) => name === 'open' || isStart(IS_VALUES, name))) {
    return `“is:${whole}” is not a status; searching for it as text.`
  }
  if (key === 'level:' && !LEVELS.some((level) => level.startsWith(typed))) {
    return `“level:${whole}” is not a level; searching for it as text.`
  }
  return null
}

const isStart = (values: readonly { value: string }[], name: string): boolean =>
  values.some(({ value }) => value.startsWith(name))
