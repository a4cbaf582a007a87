import { sql } from 'kysely'
import type { QueryTerm } from '#domain/issue/query.ts'
import type { OrgScope } from '../engine/scope.ts'
import { findIssuesByKey, type IssueRow } from '../issue/issue.ts'
import { placesAmongFirst } from './first-rows.ts'
import { lookUpQuery, type QueryLookup, wayOf, withSets } from './query-lookup.ts'
import {
  type IssueListFilter,
  type IssueListPage,
  type IssuePlace,
  isCostly,
  type MatchFilter,
  matchingIssues,
  SORTS,
  sorted,
} from './sorted-issues.ts'

export interface IssueListResult {
  rows: IssueRow[]
  /** Place of the last row where more follow, else null. */
  next: IssuePlace | null
  /** Matching issues, at most one more than `countLimit`. */
  total: number
  isCut: boolean
}

/** One page; rows unchanged between pages appear once. Titles sort bytewise. Counts up to `countLimit`. */
export async function listIssues(
  scope: OrgScope,
  filter: IssueListFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<IssueListResult> {
  const lookup = await lookUpQuery(scope, filter)
  const { places, total } = await placesOfPage(scope, { ...filter, lookup }, { ...page, countLimit })
  const shown = places.slice(0, page.limit)
  const rows = await findIssuesByKey(
    scope,
    shown.map((place) => place.id),
  )
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return {
    // A row deleted since is left out.
    rows: shown.flatMap((place) => byKey.get(place.id) ?? []),
    next: places.length > page.limit ? (shown.at(-1) ?? null) : null,
    total,
    isCut: lookup.isCut,
  }
}

type CountedPage = IssueListPage & { countLimit: number }

interface Places {
  places: IssuePlace[]
  total: number
}

/** In an unindexed order, the latest matches are all of them, or show that conditions are often met. */
async function placesOfPage(scope: OrgScope, filter: MatchFilter, page: CountedPage): Promise<Places> {
  const { lookup, query } = filter
  if (SORTS[page.sort][0] === 'last_seen_at') return findPlaces(scope, filter, page)
  const withoutProbes = { ...filter, lookup: withSets(lookup, query) }
  const asked = query.terms.filter(isCostly)
  if (asked.length === 0 || !asked.every((term) => isOften(lookup, term)))
    return findPlaces(scope, withoutProbes, page)
  const { places, total } = await latestPlaces(scope, filter, page)
  if (places !== null) return { places, total }
  const among = await placesAmongFirst(scope, filter, page)
  return { places: among ?? (await sortedPlaces(scope, withoutProbes, page)), total }
}

/** Counts; with the places of a first page if these are all. */
async function latestPlaces(
  scope: OrgScope,
  filter: MatchFilter,
  page: CountedPage,
): Promise<{ places: IssuePlace[] | null; total: number }> {
  if (page.after === null) return firstPlaces(scope, filter, { ...page, isSorted: false })
  return { places: null, total: await countMatching(scope, filter, page.countLimit + 1) }
}

function isOften(lookup: QueryLookup, term: QueryTerm): boolean {
  if (term.kind === 'text') return lookup.commonTexts.has(term)
  return wayOf(lookup, term) === 'each' || (term.negated && lookup.few.has(term))
}

async function findPlaces(scope: OrgScope, filter: MatchFilter, page: CountedPage): Promise<Places> {
  if (page.after === null) {
    const isSorted = SORTS[page.sort][0] === 'last_seen_at' || filter.query.terms.some(isCostly)
    const first = await firstPlaces(scope, filter, { ...page, isSorted })
    if (first.places !== null) return { places: first.places, total: first.total }
    return { places: await sortedPlaces(scope, filter, page), total: first.total }
  }
  const [places, total] = await Promise.all([
    sortedPlaces(scope, filter, page),
    countMatching(scope, filter, page.countLimit + 1),
  ])
  return { places, total }
}

/**
 * Counts matches and finds the first page in one pass; places are null if it ended early in another order.
 * Texts and conditions on other tables go to the end: a second pass costs more than sorting.
 */
async function firstPlaces(
  scope: OrgScope,
  filter: MatchFilter,
  { sort, limit, countLimit, isSorted }: CountedPage & { isSorted: boolean },
): Promise<{ places: IssuePlace[] | null; total: number }> {
  const [column, direction] = SORTS[sort]
  const most = Math.max(limit, countLimit) + 1
  let found = matchingIssues(scope, filter).select(['issue.id as id', `issue.${column} as value`])
  if (isSorted) found = found.orderBy(`issue.${column}`, direction).orderBy('issue.id', direction)
  const rows = await scope.db
    .with(
      (cte) => cte('found').materialized(),
      () => found.limit(most),
    )
    .with('counted', (db) => db.selectFrom('found').select((eb) => eb.fn.countAll<number>().as('total')))
    .selectFrom('counted')
    .leftJoin('found', (join) =>
      isSorted ? join.onTrue() : join.on((eb) => eb('counted.total', '<', sql.lit(most))),
    )
    .select(['counted.total', 'found.id', 'found.value'])
    .orderBy('found.value', direction)
    .orderBy('found.id', direction)
    .limit(limit + 1)
    .execute()
  const total = Math.min(rows[0]?.total ?? 0, countLimit + 1)
  if (!isSorted && rows[0]?.total === most) return { places: null, total }
  const places = rows.flatMap(({ id, value }) => (id === null || value === null ? [] : [{ id, value }]))
  return { places, total }
}

function sortedPlaces(scope: OrgScope, filter: MatchFilter, page: IssueListPage): Promise<IssuePlace[]> {
  return sorted(scope, filter, page)
    .limit(page.limit + 1)
    .execute()
}

async function countMatching(scope: OrgScope, filter: MatchFilter, limit: number): Promise<number> {
  const row = await scope.db
    .selectFrom(matchingIssues(scope, filter).select('issue.id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}
