import { LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { type QueryRange, readNumberRange, readTimeRange } from './query-range.ts'

/**
 * One condition of an issue query. The terms of a query are joined by AND, the values of a term by OR; a
 * negated term holds where the same term without `!` does not.
 * - `status`, `level`: values of the interface. `orSnoozed`: issues with an active hold match, too;
 *   `orFailedFix`: resolved ones whose fix does not work, too.
 * - `snoozed`: an active snooze hold; no values.
 * - `environment`, `release`: one whole name, in its own case; any event of the issue counts.
 * - `email`: one pattern in lower case, compared with the lower-case address; with `*` (any characters) it
 *   covers the whole address, without it is a substring.
 * - `browser`, `os`: one whole name, in its own case; any event of the issue counts.
 * - `user`: the whole id of someone affected.
 * - `events`, `users`, `first_seen`, `last_seen`: `range` instead of values.
 * - `assignee`: one of `me` (who asks), `none`, or a whole e-mail address in lower case.
 * - `text`: one substring of title, culprit or exception, in any case.
 */
export interface QueryTerm {
  kind: EventTermKind | IssueTermKind
  values: string[]
  negated: boolean
  orSnoozed?: true
  orFailedFix?: true
  range?: QueryRange
}

/** What a single event can be asked as well. */
type EventTermKind =
  | 'status'
  | 'snoozed'
  | 'environment'
  | 'release'
  | 'email'
  | 'level'
  | 'assignee'
  | 'text'
/** What only an issue has, or what rules ask events for by their tags. */
export type IssueTermKind = 'browser' | 'os' | 'user' | 'events' | 'users' | 'first_seen' | 'last_seen'

export interface IssueQuery {
  terms: QueryTerm[]
}

/** A query about single events, as alert rules have. */
export interface EventQuery {
  terms: (QueryTerm & { kind: EventTermKind })[]
}

/** A token of `q`: with a key that is known, or text. */
interface Token {
  key: string | null
  value: string
  negated: boolean
  /** As it was typed; what is searched for when the value turns out to be none of the language. */
  raw: string
}

/** Longer queries are cut: nobody types one, and each term costs a condition. */
const MAX_QUERY_CHARS = 2000
const MAX_TERMS = 50

const KEY =
  /(!?)(is|env|release|user\.email|level|assigned|browser|os|user\.id|events|users|first_seen|last_seen):(?=\S)/iy
/** Keys of one whole value. */
const VALUE_KINDS = new Map<string | null, QueryTerm['kind']>([
  ['env', 'environment'],
  ['release', 'release'],
  ['browser', 'browser'],
  ['os', 'os'],
  ['user.id', 'user'],
])
type RangeKind = 'events' | 'users' | 'first_seen' | 'last_seen'
const RANGES: Record<RangeKind, (text: string) => QueryRange | null> = {
  events: readNumberRange,
  users: readNumberRange,
  first_seen: readTimeRange,
  last_seen: readTimeRange,
}
const BARE = /\S+/y
const BLANKS = /\s*/y

const STATUS_NAMES = new Map<string, string>([['open', 'unresolved'], ...ISSUE_STATUSES.map(asEntry)])
const LEVEL_NAMES = new Map<string, string>([
  ['warn', 'warning'],
  ['critical', 'fatal'],
  ...LEVELS.map(asEntry),
])

/**
 * Reads the `q` of the issue list (specification 4.2). Tokens are parted by blanks; quotes keep blanks together
 * (`"two words"`, `env:"my env"`, with `\"` and `\\` inside); `!` before a known key negates it; a comma is OR
 * inside `is:` and `level:`. What is none of the language (`is:bogus`, `foo:bar`, `!word`, a quote that
 * nothing closes) is searched for as it stands. Never throws; reads at most 2,000 characters and 50 terms.
 */
export function parseIssueQuery(q: string): IssueQuery {
  return { terms: tokensOf(q).map(termOf) }
}

/** The same for conditions on single events: keys that only issues have are text, as keys that are unknown. */
export function parseEventQuery(q: string): EventQuery {
  const terms = tokensOf(q).map((token): EventQuery['terms'][number] => {
    const term = termOf(token)
    return isOfEvent(term) ? term : { kind: 'text', values: [token.raw], negated: false }
  })
  return { terms }
}

function isOfEvent(term: QueryTerm): term is EventQuery['terms'][number] {
  return !(term.kind in RANGES || term.kind === 'browser' || term.kind === 'os' || term.kind === 'user')
}

const UNKNOWN_KEY = /^!?([a-z][\w.-]{0,39}):(?!\/\/|:)\S/i
const MAX_NOTES = 5

/** What a query has that looks like a condition and was searched as text, in sentences for people; at most five. */
export function queryNotes(q: string): string[] {
  const notes = tokensOf(q).flatMap((token) => {
    if (termOf(token).kind !== 'text') return []
    const name = token.key ?? UNKNOWN_KEY.exec(token.raw)?.[1]
    if (name === undefined) return []
    const said =
      token.key === null
        ? `“${name}:” is not a search key`
        : `“${token.value}” is not a value of ${token.key}:`
    return [`${said}, so “${token.raw}” was searched as text. Put it in quotes if that is what you want.`]
  })
  return [...new Set(notes)].slice(0, MAX_NOTES)
}

function tokensOf(q: string): Token[] {
  const text = q.slice(0, MAX_QUERY_CHARS)
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

/** The same query with every term once. */
export function withoutRepeats({ terms }: IssueQuery): IssueQuery {
  return { terms: [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()] }
}

/** How many terms of a kind a query may have: each is compared with every issue or address. */
const TERM_LIMITS: { kinds: QueryTerm['kind'][]; most: number; message: string }[] = [
  {
    kinds: ['email'],
    most: LIMITS.searchEmailTerms,
    message: `A search can have up to ${LIMITS.searchEmailTerms} user.email: terms. Remove some.`,
  },
  {
    kinds: ['environment', 'release', 'browser', 'os', 'user'],
    most: LIMITS.searchFacetTerms,
    message: `A search can have up to ${LIMITS.searchFacetTerms} env:, release:, browser:, os: and user.id: terms together. Remove some.`,
  },
  {
    kinds: ['text'],
    most: LIMITS.searchTextTerms,
    message: `A search can have up to ${LIMITS.searchTextTerms} words. Remove some, or put a phrase in quotes.`,
  },
]

/** Why a query costs too much to answer, in a sentence for the person who typed it; null if it can be answered. */
export function queryProblem({ terms }: IssueQuery): string | null {
  for (const { kinds, most, message } of TERM_LIMITS) {
    if (terms.filter(({ kind }) => kinds.includes(kind)).length > most) return message
  }
  const patterns = terms.flatMap(({ kind, values }) => (kind === 'email' ? values : []))
  // The pattern's parts are what is looked for: a run of stars is one.
  const stars = patterns.map((pattern) => pattern.split(/\*+/).length - 1)
  if (stars.every((count) => count <= LIMITS.searchEmailWildcards)) return null
  return `A user.email: pattern can have up to ${LIMITS.searchEmailWildcards} wildcards (*). Remove some.`
}

/** Writes a value so that `parseIssueQuery` reads it back, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  return /^[^\s"!:\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

function tokenAt(text: string, start: number): { token: Token; end: number } {
  KEY.lastIndex = start
  const key = KEY.exec(text)
  const valueStart = start + (key?.[0].length ?? 0)
  const closing = closingQuote(text, valueStart)
  const end = closing === null ? skip(BARE, text, valueStart) : closing + 1
  const value =
    closing === null
      ? text.slice(valueStart, end)
      : text.slice(valueStart + 1, closing).replace(/\\(["\\])/g, '$1')
  const token = {
    key: key?.[2]?.toLowerCase() ?? null,
    value,
    negated: key?.[1] === '!',
    raw: text.slice(start, end),
  }
  return { token, end }
}

/** Where the quote that opens at `start` is closed, before a blank or the end; null where it is not. */
function closingQuote(text: string, start: number): number | null {
  if (text[start] !== '"') return null
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at < text.length && /^\s?$/.test(text.charAt(at + 1)) ? at : null
}

function termOf(token: Token): QueryTerm {
  const { key, value, negated, raw } = token
  const kind = VALUE_KINDS.get(key)
  if (kind !== undefined) return { kind, values: [value], negated }
  if (key === 'user.email') return { kind: 'email', values: [value.toLowerCase()], negated }
  return termOfKnownValue(token) ?? { kind: 'text', values: [key === null ? value : raw], negated: false }
}

/** The term of a key whose values are known; null for another key or another value. */
function termOfKnownValue(token: Token): QueryTerm | null {
  if (token.key === 'is') return isTerm(token)
  if (token.key === 'level') return levelTerm(token)
  if (token.key !== null && Object.hasOwn(RANGES, token.key)) return rangeTerm(token, token.key as RangeKind)
  return token.key === 'assigned' ? assigneeTerm(token) : null
}

function isTerm({ value, negated }: Token): QueryTerm | null {
  const names = value.toLowerCase().split(',')
  const statuses = names.filter((name) => name !== 'snoozed').map((name) => STATUS_NAMES.get(name))
  if (!statuses.every((status) => status !== undefined)) return null
  if (statuses.length === 0) return { kind: 'snoozed', values: [], negated }
  const term: QueryTerm = { kind: 'status', values: [...new Set(statuses)], negated }
  return statuses.length < names.length ? { ...term, orSnoozed: true } : term
}

function levelTerm({ value, negated }: Token): QueryTerm | null {
  const levels = value
    .toLowerCase()
    .split(',')
    .map((name) => LEVEL_NAMES.get(name))
  if (!levels.every((level) => level !== undefined)) return null
  return { kind: 'level', values: [...new Set(levels)], negated }
}

function rangeTerm({ value, negated }: Token, kind: RangeKind): QueryTerm | null {
  const range = RANGES[kind](value)
  return range && { kind, values: [], negated, range }
}

function assigneeTerm({ value, negated }: Token): QueryTerm | null {
  const name = value.toLowerCase()
  const isKnown = name === 'me' || name === 'none' || /^[^@]+@[^@]+$/.test(name)
  return isKnown ? { kind: 'assignee', values: [name], negated } : null
}

/** Position after what a sticky pattern matches at `from`; `from` itself where it does not match. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function asEntry(name: string): [string, string] {
  return [name, name]
}
