import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'

/**
 * One condition of an issue query. The terms of a query are joined by AND, the values of a term by OR; a
 * negated term holds where the same term without `!` does not.
 * - `status`, `level`: values of the interface. `orSnoozed`: issues with an active hold match, too.
 * - `snoozed`: an active snooze hold; no values.
 * - `environment`, `release`: one whole name, in its own case; any event of the issue counts.
 * - `email`: one pattern in lower case, compared with the lower-case address; with `*` (any characters) it
 *   covers the whole address, without it is a substring.
 * - `assignee`: one of `me` (who asks), `none`, or a whole e-mail address in lower case.
 * - `text`: one substring of title, culprit or exception, in any case.
 */
export interface QueryTerm {
  kind: 'status' | 'snoozed' | 'environment' | 'release' | 'email' | 'level' | 'assignee' | 'text'
  values: string[]
  negated: boolean
  orSnoozed?: true
}

export interface IssueQuery {
  terms: QueryTerm[]
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

const KEY = /(!?)(is|env|release|user\.email|level|assigned):(?=\S)/iy
const QUOTED = /"((?:[^"\\]|\\.)*)"(?=\s|$)/sy
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
  const text = q.slice(0, MAX_QUERY_CHARS)
  const terms: QueryTerm[] = []
  let at = skip(BLANKS, text, 0)
  while (at < text.length && terms.length < MAX_TERMS) {
    const { token, end } = tokenAt(text, at)
    terms.push(termOf(token))
    at = skip(BLANKS, text, end)
  }
  return { terms }
}

/** Writes a value so that `parseIssueQuery` reads it back, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  return /^[^\s"!:\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

function tokenAt(text: string, start: number): { token: Token; end: number } {
  KEY.lastIndex = start
  const key = KEY.exec(text)
  const valueStart = start + (key?.[0].length ?? 0)
  QUOTED.lastIndex = valueStart
  const quoted = QUOTED.exec(text)
  const end = quoted === null ? skip(BARE, text, valueStart) : QUOTED.lastIndex
  const value = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? text.slice(valueStart, end)
  const token = {
    key: key?.[2]?.toLowerCase() ?? null,
    value,
    negated: key?.[1] === '!',
    raw: text.slice(start, end),
  }
  return { token, end }
}

function termOf(token: Token): QueryTerm {
  const { key, value, negated, raw } = token
  if (key === 'env') return { kind: 'environment', values: [value], negated }
  if (key === 'release') return { kind: 'release', values: [value], negated }
  if (key === 'user.email') return { kind: 'email', values: [value.toLowerCase()], negated }
  return termOfKnownValue(token) ?? { kind: 'text', values: [key === null ? value : raw], negated: false }
}

/** The term of a key whose values are known; null for another key or another value. */
function termOfKnownValue(token: Token): QueryTerm | null {
  if (token.key === 'is') return isTerm(token)
  if (token.key === 'level') return levelTerm(token)
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
