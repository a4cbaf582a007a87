import { LEVELS } from '#contract/vocabulary.ts'
import type { CompletionAnswer, CompletionKey } from '../../../api/wire.ts'
import { isEventId, quoteValue, splitToken } from '../../../entities/issue/issue-filter.ts'
import { likelyName } from './likely-name.ts'

/** The keys of the search, with what each asks. */
export const SEARCH_KEYS = [
  { key: 'is:', hint: 'issue status' },
  { key: 'env:', hint: 'environment' },
  { key: 'release:', hint: 'release' },
  { key: 'first_release:', hint: 'release of the first event' },
  { key: 'regressed_in:', hint: 'release in which it came back' },
  { key: 'resolved_in:', hint: 'release that fixes it' },
  { key: 'level:', hint: 'severity' },
  { key: 'assigned:', hint: 'assignee: me, none, or an email' },
  { key: 'user.email:', hint: 'affected user’s email; * is a wildcard' },
  { key: 'user.id:', hint: 'affected user’s ID' },
  { key: 'browser:', hint: 'browser' },
  { key: 'os:', hint: 'operating system' },
  { key: 'transaction:', hint: 'transaction or route' },
  { key: 'url:', hint: 'page or request address; * at the end is a wildcard' },
  { key: 'server:', hint: 'server name' },
  { key: 'events:', hint: 'number of events: >100, 10..20' },
  { key: 'users:', hint: 'number of users: >10, 2..5' },
  { key: 'first_seen:', hint: '-24h, >2026-11-20, 2026-11-01..2026-11-20' },
  { key: 'last_seen:', hint: '-24h, +7d, <2026-11-20' },
] as const

export const IS_VALUES = [
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

/** The token being typed, and its possible completions. */
export interface Typing {
  /** The token's range in the text. */
  start: number
  end: number
  /** `!` if it is negated. */
  negation: string
  /** Known key with its colon; empty while none is typed. */
  key: string
  /** Values of a list that are complete already, with their comma. */
  before: string
  /** The typed part of the key or value, without quotes. */
  typed: string
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
  const cut = isList ? startOfLast(value) : 0
  const before = value.slice(0, cut)
  const typed = bareKey === '' ? raw.slice(negation.length) : value.slice(cut)
  return {
    ...token,
    negation,
    key: bareKey,
    before,
    typed: (before.startsWith('[') ? typed.replace(/\]$/, '') : typed).replaceAll('"', ''),
  }
}

/** Where the last value of a list begins; a comma in quotes is part of a value. */
function startOfLast(list: string): number {
  return /^(?:"[^"]*"|[^"])*[,[]/.exec(list)?.[0].length ?? 0
}

function tokenAround(text: string, caret: number): { start: number; end: number } {
  for (const match of text.matchAll(/(?:"[^"]*"?|[^\s"])+/g)) {
    const end = match.index + match[0].length
    if (match.index <= caret && caret <= end) return { start: match.index, end }
  }
  return { start: caret, end: caret }
}

/** The request that completes a token: values of a key or a tag, or names of tags. */
export interface AskedValues {
  key: CompletionKey
  tag?: string
}

const ASKED: Record<string, CompletionKey> = {
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
}

/** The request for a token; `null` if its values are known or can't be listed, or if nothing is typed. */
export function askedValues({ key, typed }: Typing): AskedValues | null {
  if (key === '') return /^[a-z][\w.-]{0,39}$/i.test(typed) ? { key: 'tag' } : null
  const asked = ASKED[key]
  if (asked !== undefined) return { key: asked }
  return isSearchKey(key) ? null : { key: 'tag', tag: key.slice(0, -1) }
}

const isSearchKey = (key: string): boolean => SEARCH_KEYS.some((choice) => choice.key === key)

/** The answer as suggestions. Names of tags are keys: a value follows. */
export function asSuggestions({ key }: Typing, values: CompletionAnswer['values']): Suggestion[] {
  // The counts are those of `release:`.
  if (key !== 'release:' && ASKED[key] === 'release') return values.map(({ value }) => ({ key, value }))
  if (key !== '') return values.map((value) => ({ key, ...value }))
  return values.map(({ value, ...counted }) => ({ key: `${value}:`, value: '', hint: 'tag', ...counted }))
}

/** The text with the token replaced, and the caret behind it; after a value a space, ready for the next. */
export function complete(text: string, typing: Typing, chosen: { key: string; value: string }) {
  const { start, end, negation, before } = typing
  const value = chosen.value === '' ? '' : quoteValue(chosen.value)
  const token = `${negation}${chosen.key}${before}${value}${value !== '' && before.startsWith('[') ? ']' : ''}`
  const rest = text.slice(end)
  const gap = chosen.value === '' || rest.startsWith(' ') ? '' : ' '
  const caret = start + token.length + (chosen.value === '' ? 0 : 1)
  return { text: `${text.slice(0, start)}${token}${gap}${rest}`, caret }
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
export function fixedSuggestions({ key, before, typed }: Typing): Suggestion[] {
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
  const taken = before.split(',')
  return IS_VALUES.filter(({ value }) => value.startsWith(start) && !taken.includes(value)).map((choice) => ({
    key,
    ...choice,
  }))
}

/** Explains a token without suggestions; `null` if it needs no explanation. */
export function explain({ key, before, typed }: Typing): string | null {
  if (key === 'user.email:') return 'Part of the address, or the whole address with * as a wildcard.'
  if (NUMBER_KEYS.includes(key)) return 'A number: 100, >100, <=100 or 10..20.'
  if (TIME_KEYS.includes(key))
    return 'A time: -24h (within), +7d (before), >2026-11-20 or 2026-11-01..2026-11-20 (UTC).'
  if (key !== '' && !isSearchKey(key))
    return `“${key}” is searched as a tag if any event has it, otherwise as text.`
  if (key === '' && isEventId(typed)) return 'Searching for the event with this ID.'
  if (key === '' && typed !== '' && !SEARCH_KEYS.some((choice) => choice.key.startsWith(typed))) {
    return `Searching text: “${typed}” in titles, messages, exceptions, culprits and transactions.`
  }
  const whole = before + typed
  if (key === 'is:' && !whole.split(',').every((name) => name === 'open' || isStart(IS_VALUES, name))) {
    return `“is:${whole}” is not a status; searching for it as text.`
  }
  if (key === 'level:' && !LEVELS.some((level) => level.startsWith(typed))) {
    return `“level:${whole}” is not a level; searching for it as text.`
  }
  return null
}

const isStart = (values: readonly { value: string }[], name: string): boolean =>
  values.some(({ value }) => value.startsWith(name))
