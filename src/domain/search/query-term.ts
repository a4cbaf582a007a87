import { EVENT_KEYS, RELEASE_KEYS, type ReleaseKind } from '#contract/issue/query-value.ts'
import { ISSUE_STATUSES, type IssueStatus, LEVELS, type Level } from '#contract/vocabulary.ts'
import { type QueryRange, readNumberRange, readTimeRange } from './query-range.ts'
import type { Token } from './query-token.ts'
import { searchedTagValue } from './search-keys.ts'

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
  /** A group around it is negated: if it turns out to be text, so is the text. */
  isInverted?: true
}

/** Has a range instead of values. */
export interface RangeTerm extends Term<'events' | 'users' | 'first_seen' | 'last_seen'> {
  range: QueryRange
}

type NameKind = 'environment' | 'release' | 'browser' | 'os' | 'user' | ReleaseKind
type TextKind = NameKind | 'email' | 'assignee' | 'text'

/**
 * One condition. The values of a term are joined by OR. Names are whole and in their own case;
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

/** All of its terms and groups are met. */
export interface IssueQuery {
  terms: readonly QueryTerm[]
  groups: readonly QueryGroup[]
  /** There were more terms than a query can have. */
  isCut?: true
}

/** Two or more queries, one of which is met. */
export type QueryGroup = readonly IssueQuery[]

const VALUE_KINDS = new Map<string | null, NameKind>([
  ['env', 'environment'],
  ['release', 'release'],
  ...RELEASE_KEYS.map(asEntry),
  ['browser', 'browser'],
  ['os', 'os'],
  ['user.id', 'user'],
])
export const NAME_KINDS: readonly NameKind[] = [...VALUE_KINDS.values()]
const RANGES: Record<RangeTerm['kind'], (text: string) => QueryRange | null> = {
  events: readNumberRange,
  users: readNumberRange,
  first_seen: readTimeRange,
  last_seen: readTimeRange,
}
const STATUS_NAMES = new Map<string, IssueStatus>([['open', 'unresolved'], ...ISSUE_STATUSES.map(asEntry)])
const LEVEL_NAMES = new Map<string, Level>([
  ['warn', 'warning'],
  ['critical', 'fatal'],
  ...LEVELS.map(asEntry),
])

export function termOf(token: Token): QueryTerm {
  const { key, value, items, negated, raw } = token
  const kind = VALUE_KINDS.get(key)
  if (kind !== undefined) return { kind, values: unique(items), negated }
  if (key === 'user.email')
    return { kind: 'email', values: unique(items.map((item) => item.toLowerCase())), negated }
  if (key !== null && !token.isKnown) return tagTerm(key, token)
  return termOfKnownValue(token) ?? { kind: 'text', values: [key === null ? value : raw], negated: false }
}

/** The opposite of a term. */
export function negated(term: QueryTerm): QueryTerm {
  const opposite = { ...term, negated: !term.negated }
  if (opposite.kind !== 'tag') return opposite
  const { isInverted, ...tag } = opposite
  return isInverted ? tag : { ...tag, isInverted: true }
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

function asEntry<Name extends string>(name: Name): [string, Name] {
  return [name, name]
}
