import { mapQueries, termsIn } from './query-groups.ts'
import type { IssueQuery, QueryTerm } from './query-term.ts'
import { RELEASE_KEYS } from './search-keys.ts'

const KINDS: ReadonlySet<string> = new Set(['release', ...RELEASE_KEYS])

/** The beginnings among the values of a term: those with a final `*`. */
export function startsOf(values: readonly string[]): string[] {
  return values.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1))
}

export function namesReleases({ kind }: Pick<QueryTerm, 'kind'>): boolean {
  return KINDS.has(kind)
}

/** The beginnings that a query asks for with `release:1.4.*` or another key of releases. */
export function releaseStartsIn(query: IssueQuery): string[] {
  return [
    ...new Set(
      termsIn(query)
        .filter(namesReleases)
        .flatMap(({ values }) => startsOf(values)),
    ),
  ]
}

const VERSION = /^v?\d[\w.+-]*$/

/** Versions that a query asks for without the package that SDKs put before them: `1.4.0` of `shop@1.4.0`. */
export function bareVersionsIn(query: IssueQuery): string[] {
  const values = termsIn(query)
    .filter(namesReleases)
    .flatMap((term) => term.values as string[])
  return [...new Set(values)].filter((value) => value.includes('.') && VERSION.test(value))
}

/** Puts the names in place of the beginnings. One that no release has stays: it finds nothing. */
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
    const names = value.endsWith('*') ? (named.get(value.slice(0, -1)) ?? []) : []
    return names.length > 0 ? names : [value]
  })
  return { ...term, values: [...new Set(values)] } as QueryTerm
}
