import { LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES, type IssueStatus, LEVELS, type Level } from '#contract/vocabulary.ts'
import { issueIdIn } from './address.ts'
import { type QueryRange, readNumberRange, readTimeRange } from './query-range.ts'
import {
  EVENT_KEYS,
  isTagKey,
  RELEASE_KEYS,
  type ReleaseKind,
  SEARCH_KEYS,
  searchedTagValue,
} from './search-keys.ts'

interface Term<Kind extends string, Value extends string = string> {
  kind: Kind
  values: Value[]
  negated: boolean
}

export interface StatusTerm extends Term<'status', IssueStatus> {
  /** Also issues with an active hold. */
  orSnoozed?: true
  /** Also resolved issues whose fix does not work. */
  orFailedFix?: true
}

export interface TagTerm extends Term<'tag'> {
  key: string
  /** As it was typed. */
  raw: string
}

/** Has a range instead of values. */
export interface RangeTerm extends Term<'events' | 'users' | 'first_seen' | 'last_seen'> {
  range: QueryRange
}

type NameKind = 'environment' | 'release' | 'browser' | 'os' | 'user' | ReleaseKind
type TextKind = NameKind | 'email' | 'assignee' | 'text'

/**
 * One condition. Terms are joined by AND, the values of a term by OR. Names are whole and in their own case;
 * any event of the issue counts.
 * - `snoozed`: an active snooze hold; no values.
 * - `environment`, `release`, `browser`, `os`: names. `user`: the whole id of someone affected.
 * - `first_release`, `regressed_in`, `resolved_in`: releases of the first event, of the event that reopened the issue last,
 *   and those that a resolved issue is fixed in.
 * - `email`: lower-case patterns; with `*` (any characters) it covers the whole address, else a part.
 * - `assignee`: `me` (who asks), `none`, or whole e-mail addresses in lower case.
 * - `tag`: values of the tag `key`, or with a final `*` all that begin so.
 * - `text`: one substring of title, culprit or exception, in any case.
 */
export type QueryTerm =
  | StatusTerm
  | TagTerm
  | RangeTerm
  | Term<'level', Level>
  | Term<'snoozed', never>
  | { [Kind in TextKind]: Term<Kind> }[TextKind]
export type TermKind = QueryTerm['kind']

export interface IssueQuery {
  terms: QueryTerm[]
}

interface Token {
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

/** Longer queries are cut: nobody types one, and each term costs a condition. */
const MAX_TERMS = 50

const KEY = /(!?)([a-z][\w.-]{0,39}):(?=\S)/iy
/** What is behind the colon of an address (`https://`) or a name of code (`std::run`). */
const NO_VALUE = /\/\/|:/y
const VALUE_KINDS = new Map<string | null, NameKind>([
  ['env', 'environment'],
  ['release', 'release'],
  ...RELEASE_KEYS.map(asEntry),
  ['browser', 'browser'],
  ['os', 'os'],
  ['user.id', 'user'],
])
const RANGES: Record<RangeTerm['kind'], (text: string) => QueryRange | null> = {
  events: readNumberRange,
  users: readNumberRange,
  first_seen: readTimeRange,
  last_seen: readTimeRange,
}
const BARE = /\S+/y
const BARE_ITEM = /[^\s,"[\]][^\s,\]]*/y
const BLANKS = /\s*/y

const STATUS_NAMES = new Map<string, IssueStatus>([['open', 'unresolved'], ...ISSUE_STATUSES.map(asEntry)])
const LEVEL_NAMES = new Map<string, Level>([
  ['warn', 'warning'],
  ['critical', 'fatal'],
  ...LEVELS.map(asEntry),
])

/** Reads the list's `q` (docs/api.md, Search): blanks part tokens, except in quotes (`"two words"`,
 * `env:"my env"`, with `\"` and `\\` inside); `!` before a known key negates; brackets behind a key are OR
 * (`env:[a,"b c"]`), and in `is:` and `level:` a comma alone is. Other keys are tags: `query-notes.ts` makes text of
 * unknown ones. What is not in the language (`is:bogus`, `!word`, an unclosed quote) is searched as text. Never throws;
 * at most 2,000 characters and 50 terms. */
export function parseIssueQuery(q: string): IssueQuery {
  return { terms: tokensOf(q).map(termOf) }
}

/** The tokens of a query, at most 50. */
export function tokensOf(q: string): Token[] {
  const text = q.slice(0, LIMITS.searchChars)
  const tokens: Token[] = []
  let at = skip(BLANKS, text, 0)
  while (at < text.length && tokens.length < MAX_TERMS) {
    const { token, end } = tokenAt(text, at)
    tokens.push(token)
    at = skip(BLANKS, text, end)
  }
  return tokens
}

const EVENT_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The first word of a query that can be the id of an event, as 32 hex digits; null if none can. */
export function eventIdIn({ terms }: IssueQuery): string | null {
  const id = terms.find(({ kind, values }) => kind === 'text' && EVENT_ID.test(values[0] ?? ''))?.values[0]
  return id === undefined ? null : id.replaceAll('-', '').toLowerCase()
}

/** The first word of a query that is the id of an issue, or the address of its page; null if none is. */
export function issueIdOf({ terms }: IssueQuery): string | null {
  const texts = terms.filter(({ kind }) => kind === 'text').map(({ values }) => values[0] ?? '')
  return texts.map(issueIdIn).find((id) => id !== null) ?? null
}

export function withoutRepeats({ terms }: IssueQuery): IssueQuery {
  return { terms: [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()] }
}

/** Writes a value so that `parseIssueQuery` reads it back, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  return /^[^\s"!:\\,[\]]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

function tokenAt(text: string, start: number): { token: Token; end: number } {
  const key = keyAt(text, start)
  const valueStart = key?.end ?? start
  const list = key === null ? null : listAt(text, valueStart)
  const { value, end } = list ?? valueAt(text, valueStart)
  const token = {
    key: key?.name ?? null,
    isKnown: key?.isKnown === true,
    value,
    items: list?.items ?? [value],
    negated: key?.negated === true,
    raw: text.slice(start, end),
  }
  return { token, end }
}

function valueAt(text: string, start: number): { value: string; end: number } {
  const closing = closingQuote(text, start)
  if (closing !== null && isEnd(text, closing + 1))
    return { value: unescaped(text.slice(start + 1, closing)), end: closing + 1 }
  const end = skip(BARE, text, start)
  return { value: text.slice(start, end), end }
}

/** Values in brackets with commas between, each of them bare or in quotes; null if there is no such list. */
function listAt(text: string, start: number): { value: string; items: string[]; end: number } | null {
  if (text[start] !== '[') return null
  const items: string[] = []
  let at = start + 1
  for (;;) {
    const closing = closingQuote(text, at)
    const end = closing === null ? skip(BARE_ITEM, text, at) : closing + 1
    if (end === at) return null
    items.push(closing === null ? text.slice(at, end) : unescaped(text.slice(at + 1, closing)))
    if (text[end] === ']')
      return isEnd(text, end + 1) ? { value: text.slice(start, end + 1), items, end: end + 1 } : null
    if (text[end] !== ',') return null
    at = end + 1
  }
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1')
}

function isEnd(text: string, at: number): boolean {
  return /^\s?$/.test(text.charAt(at))
}

interface KeyPart {
  name: string
  isKnown: boolean
  negated: boolean
  end: number
}

function keyAt(text: string, start: number): KeyPart | null {
  KEY.lastIndex = start
  const [all = '', sign, name = ''] = KEY.exec(text) ?? []
  const end = start + all.length
  const isKnown = SEARCH_KEYS.has(name.toLowerCase())
  if (name === '' || (!isKnown && skip(NO_VALUE, text, end) > end)) return null
  return { name: isKnown ? name.toLowerCase() : name, isKnown, negated: sign === '!', end }
}

/** Where the quote that opens at `start` is closed; null if it is not, or if there is none. */
function closingQuote(text: string, start: number): number | null {
  if (text[start] !== '"') return null
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at < text.length ? at : null
}

export function termOf(token: Token): QueryTerm {
  const { key, value, items, negated, raw } = token
  const kind = VALUE_KINDS.get(key)
  if (kind !== undefined) return { kind, values: unique(items), negated }
  if (key === 'user.email')
    return { kind: 'email', values: unique(items.map((item) => item.toLowerCase())), negated }
  if (key !== null && !token.isKnown && isTagKey(key)) return tagTerm(key, token)
  return termOfKnownValue(token) ?? { kind: 'text', values: [key === null ? value : raw], negated: false }
}

/** In `is:` and `level:` a comma is enough. */
function wordsOf({ items }: Token): string[] {
  return items.flatMap((item) => item.toLowerCase().split(','))
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function tagTerm(key: string, { items, negated, raw }: Token): TagTerm {
  const name = EVENT_KEYS.has(key.toLowerCase()) ? key.toLowerCase() : key
  const values = items.map((value) => searchedTagValue(name, value))
  return { kind: 'tag', key: name, values: unique(values), negated, raw }
}

/** The term of a key whose values are known; null for another key or another value. */
function termOfKnownValue(token: Token): QueryTerm | null {
  if (token.key === 'is') return isTerm(token)
  if (token.key === 'level') return levelTerm(token)
  if (token.key !== null && Object.hasOwn(RANGES, token.key))
    return rangeTerm(token, token.key as RangeTerm['kind'])
  return token.key === 'assigned' ? assigneeTerm(token) : null
}

function isTerm(token: Token): QueryTerm | null {
  const { negated } = token
  const names = wordsOf(token)
  const statuses = names.filter((name) => name !== 'snoozed').map((name) => STATUS_NAMES.get(name))
  if (!statuses.every((status) => status !== undefined)) return null
  if (statuses.length === 0) return { kind: 'snoozed', values: [], negated }
  const term: StatusTerm = { kind: 'status', values: [...new Set(statuses)], negated }
  return statuses.length < names.length ? { ...term, orSnoozed: true } : term
}

function levelTerm(token: Token): QueryTerm | null {
  const levels = wordsOf(token).map((name) => LEVEL_NAMES.get(name))
  if (!levels.every((level) => level !== undefined)) return null
  return { kind: 'level', values: [...new Set(levels)], negated: token.negated }
}

function rangeTerm({ value, negated }: Token, kind: RangeTerm['kind']): RangeTerm | null {
  const range = RANGES[kind](value)
  return range && { kind, values: [], negated, range }
}

function assigneeTerm({ items, negated }: Token): QueryTerm | null {
  const names = unique(items.map((item) => item.toLowerCase()))
  const areKnown = names.every((name) => name === 'me' || name === 'none' || /^[^@]+@[^@]+$/.test(name))
  return areKnown ? { kind: 'assignee', values: names, negated } : null
}

/** Position after what a sticky pattern matches at `from`; `from` itself if it does not match. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function asEntry<Name extends string>(name: Name): [string, Name] {
  return [name, name]
}
