import { RELEASE_KEYS } from '#contract/issue/query-value.ts'
import { orderByName, Release } from '../release/release-order.ts'
import { mapQueries, termsIn } from './query-groups.ts'
import type { IssueQuery, QueryTerm } from './query-term.ts'
import { beginningOf } from './value-pattern.ts'

const KINDS: ReadonlySet<string> = new Set(['release', ...RELEASE_KEYS])

export type ReleaseMatcher = (release: Release) => boolean

const SIGNED = /^(>=|<=|>|<)(.+)$/s
const SIGNS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
])

/** What tells the releases that a value stands for: `1.4.*`, `>1.4`, `<=shop@1.4.0` or `1.2..1.4`, both ends
 * included. Null for the name of one. */
export function releasePattern(value: string): ReleaseMatcher | null {
  const beginning = beginningOf(value)
  return beginning === null ? releaseRange(value) : ({ name }) => name.startsWith(beginning)
}

/** @see releasePattern; null for a beginning, too. */
export function releaseRange(value: string): ReleaseMatcher | null {
  const [from = '', until = '', ...more] = value.split('..')
  if (more.length === 0 && isVersion(from) && isVersion(until)) return between(from, until)
  const [, sign = '', bound = ''] = SIGNED.exec(value) ?? []
  const accepts = SIGNS.get(sign)
  if (accepts === undefined || !isVersion(bound)) return null
  const version = new Release(bound)
  return (release) => accepts(orderByName(release, version))
}

function between(from: string, until: string): ReleaseMatcher {
  const [first, last] = [new Release(from), new Release(until)]
  return (release) => orderByName(release, first) >= 0 && orderByName(release, last) <= 0
}

function isVersion(text: string): boolean {
  return new Release(text).isVersion
}

/** On what looks like a range but has no version: it stands for itself, and finds nothing. Null if there is none. */
export function rangeProblem(key: string, values: readonly string[]): string | null {
  const unread = values.find((value) => SIGNED.test(value) && releasePattern(value) === null)
  return unread === undefined ? null : `“${unread}” names no version: write ${key}:>=1.4 or ${key}:1.2..1.4.`
}

/** Whether a release is one of those that the values of a term stand for. */
export function releaseMatcher(values: readonly string[]): (name: string) => boolean {
  const patterns = values.flatMap((value) => releasePattern(value) ?? [])
  return (name) => {
    const release = new Release(name)
    return values.includes(name) || patterns.some((matches) => matches(release))
  }
}

export function namesReleases({ kind }: Pick<QueryTerm, 'kind'>): boolean {
  return KINDS.has(kind)
}

/** The values of a query that stand for several releases. */
export function releasePatternsIn(query: IssueQuery): ReadonlyMap<string, ReleaseMatcher> {
  const values = termsIn(query)
    .filter(namesReleases)
    .flatMap((term) => term.values as string[])
  return new Map(values.flatMap((value) => entryOf(value, releasePattern(value))))
}

function entryOf<Value>(key: string, value: Value | null): [string, Value][] {
  return value === null ? [] : [[key, value]]
}

const VERSION = /^v?\d[\w.+-]*$/

/** Versions that a query asks for without the package that SDKs put before them: `1.4.0` of `shop@1.4.0`. */
export function bareVersionsIn(query: IssueQuery): string[] {
  return namesIn(query).filter((value) => value.includes('.') && VERSION.test(value))
}

/** Releases that a query asks for by their whole name; one that has a fix may come later. */
export function wholeNamesIn(query: IssueQuery): string[] {
  return namesIn(query, ({ kind }) => kind !== 'resolved_in').filter((name) => releasePattern(name) === null)
}

/** Whether a name was meant as a pattern: a note tells how to write one. */
export function resemblesPattern(name: string): boolean {
  return SIGNED.test(name) || name.includes('*')
}

function namesIn(query: IssueQuery, isAsked: (term: QueryTerm) => boolean = () => true): string[] {
  const terms = termsIn(query).filter((term) => namesReleases(term) && isAsked(term))
  return [...new Set(terms.flatMap((term) => term.values as string[]))]
}

/** Puts the names in place of the patterns. One that no release matches stays: it finds nothing. */
export function withNamedReleases(
  query: IssueQuery,
  named: ReadonlyMap<string, readonly string[]>,
): IssueQuery {
  return mapQueries(query, (part) => ({
    ...part,
    terms: part.terms.map((term) => (namesReleases(term) ? withNames(term, named) : term)),
  }))
}

function withNames(term: QueryTerm, named: ReadonlyMap<string, readonly string[]>): QueryTerm {
  const values = (term.values as string[]).flatMap((value) => {
    const names = named.get(value) ?? []
    return names.length > 0 ? names : [value]
  })
  return { ...term, values: [...new Set(values)] } as QueryTerm
}
