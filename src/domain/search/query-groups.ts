import { type IssueQuery, NAME_KINDS, type QueryGroup, type QueryTerm, type TermKind } from './query-term.ts'

/** A query that is met if all of these are. */
export function allOf(queries: readonly IssueQuery[]): IssueQuery {
  return { terms: queries.flatMap(({ terms }) => terms), groups: queries.flatMap(({ groups }) => groups) }
}

/** A query that is met if any of these is. */
export function anyOf(queries: readonly IssueQuery[]): IssueQuery {
  const [first, ...others] = queries.flatMap(alternativesOf)
  if (first === undefined || others.length === 0) return first ?? allOf([])
  return { terms: [], groups: [[first, ...others]] }
}

function alternativesOf(query: IssueQuery): QueryGroup {
  const [group, ...others] = query.groups
  return group !== undefined && query.terms.length === 0 && others.length === 0 ? group : [query]
}

/** All terms of a query, those in its groups included. */
export function termsIn({ terms, groups }: IssueQuery): QueryTerm[] {
  return [...terms, ...groups.flat().flatMap(termsIn)]
}

/** How many groups are inside of each other. */
export function depthOf({ groups }: IssueQuery): number {
  return Math.max(0, ...groups.flat().map((query) => 1 + depthOf(query)))
}

/** Alternatives that ask for values of one kind as one term: `env:a OR env:b` as `env:[a,b]`, which is found by an index. */
export function withJoinedValues(query: IssueQuery): IssueQuery {
  return mapQueries(query, ({ terms, groups }) =>
    allOf([{ terms, groups: [] }, ...groups.map((group) => anyOf(joined(group)))]),
  )
}

function joined(group: QueryGroup): IssueQuery[] {
  const byKind = Map.groupBy(group, (query) => kindOfValues(query) ?? query)
  return [...byKind.values()].map(([first, ...others]) => {
    const [term] = first!.terms
    if (term === undefined || others.length === 0) return first!
    const values = [first!, ...others].flatMap(({ terms }) => terms[0]!.values)
    return { terms: [{ ...term, values: [...new Set(values)] } as QueryTerm], groups: [] }
  })
}

const JOINED_KINDS: ReadonlySet<TermKind> = new Set([
  ...(['level', 'status', 'assignee', 'email', 'tag'] as const),
  ...NAME_KINDS,
])

/** What its single term asks for values of; null for any other query. */
function kindOfValues({ terms: [term, ...others], groups }: IssueQuery): string | null {
  if (term === undefined || others.length > 0 || groups.length > 0) return null
  if (term.negated || !JOINED_KINDS.has(term.kind)) return null
  if (term.kind === 'tag') return `tag ${term.key}`
  const isPlain = term.kind !== 'status' || !(term.orSnoozed || term.orFailedFix)
  return isPlain ? term.kind : null
}

/** Changes a query, first those in its groups. */
export function mapQueries(query: IssueQuery, change: (query: IssueQuery) => IssueQuery): IssueQuery {
  const groups = query.groups.map((group) => group.map((each) => mapQueries(each, change)))
  return change({ ...query, groups })
}
