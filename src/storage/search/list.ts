import { sql } from 'kysely'
import type { IssueSort } from '#contract/vocabulary.ts'
import type { IssueQuery, QueryTerm } from '#domain/issue/query.ts'
import type { OrgScope } from '../engine/scope.ts'
import { findIssuesByKey, type IssueRow } from '../issue/issue.ts'
import { meetsQuery } from './condition.ts'
import { asksOtherTables, isOfOtherTable, lookUpQuery, type QueryLookup } from './query-lookup.ts'
import { withinTime } from './text-match.ts'
import type { IssueBuilder } from './value-condition.ts'

export interface IssueListFilter {
  /** Null: all projects. */
  projectId: number | null
  query: IssueQuery
  seenSince: number
  /** Epoch ms; what snooze holds are measured against. */
  now: number
  userId?: string | undefined
}

/** A row's position in a sorted list: its sort value, and its row key between equal ones. */
export interface IssuePlace {
  value: number | string
  id: number
}

export interface IssueListPage {
  sort: IssueSort
  limit: number
  /** The last row of the page before; null for the first page. */
  after: IssuePlace | null
}

export interface IssueListResult {
  rows: IssueRow[]
  /** Place of the last row where more follow, else null. */
  next: IssuePlace | null
  /** Matching issues, at most one more than `countLimit`. */
  total: number
  isCut: boolean
}

export type MatchFilter = IssueListFilter & { lookup: QueryLookup }

type SortColumn = 'last_seen_at' | 'event_count' | 'unique_user_count' | 'first_seen_at' | 'title'
const SORTS: Record<IssueSort, [column: SortColumn, direction: 'asc' | 'desc']> = {
  last_seen_desc: ['last_seen_at', 'desc'],
  last_seen_asc: ['last_seen_at', 'asc'],
  events_desc: ['event_count', 'desc'],
  events_asc: ['event_count', 'asc'],
  users_desc: ['unique_user_count', 'desc'],
  users_asc: ['unique_user_count', 'asc'],
  first_seen_desc: ['first_seen_at', 'desc'],
  first_seen_asc: ['first_seen_at', 'asc'],
  title_asc: ['title', 'asc'],
}

export function isPlaceOf(sort: IssueSort, { value }: IssuePlace): boolean {
  if (SORTS[sort][0] !== 'title') return typeof value === 'number'
  return typeof value === 'string' && !value.includes('\0')
}

/** One page; rows unchanged between pages appear once. Titles sort bytewise. Counts up to `countLimit`. */
export async function listIssues(
  scope: OrgScope,
  filter: IssueListFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<IssueListResult> {
  const goesInOrder = SORTS[page.sort][0] === 'last_seen_at'
  const lookup = await lookUpQuery(scope, { ...filter, goesInOrder })
  const search = { ...filter, lookup }
  const { places, total } =
    (goesInOrder ? null : await placesAmongFirst(scope, search, { ...page, countLimit })) ??
    (await findPlaces(scope, goesInOrder ? search : withoutCommon(search), { ...page, countLimit }))
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

/** Each row of a page is found among so many of the first rows, where its conditions are common. */
const CANDIDATES_PER_ROW = 5

/** Sorts and tests the first rows in an unindexed order. Null if a condition is rare or too few match. */
async function placesAmongFirst(
  scope: OrgScope,
  filter: MatchFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<{ places: IssuePlace[]; total: number } | null> {
  const { terms } = filter.query
  const asked = terms.filter(isOfOtherTable)
  if (asked.length === 0 || !asked.every((term) => isCommon(filter.lookup, term))) return null
  const others = { terms: terms.filter((term) => !asked.includes(term)) }
  const first = sorted(scope, { ...filter, query: others }, page).limit(CANDIDATES_PER_ROW * (page.limit + 1))
  const [, direction] = SORTS[page.sort]
  const places = await scope.db
    .with(
      (cte) => cte('first').materialized(),
      () => first,
    )
    .selectFrom('first as issue')
    .select(['issue.id', 'issue.value'])
    .where((eb) =>
      meetsQuery(eb as unknown as IssueBuilder, { terms: asked }, { ...filter, orgId: scope.orgId }),
    )
    .orderBy('issue.value', direction)
    .orderBy('issue.id', direction)
    .limit(page.limit + 1)
    .execute()
  if (places.length <= page.limit) return null
  return { places, total: await countMatching(scope, filter, countLimit + 1) }
}

/** True if a large part of all issues meets a term, and each can be asked by itself. */
function isCommon({ common, emails }: QueryLookup, term: QueryTerm): boolean {
  return common.has(term) || (term.kind === 'email' && !term.negated && !emails.has(term))
}

/** Terms that are common are answered from a set after all: for a pass through the whole list. */
function withoutCommon(filter: MatchFilter): MatchFilter {
  return { ...filter, lookup: { ...filter.lookup, common: new Set() } }
}

async function findPlaces(
  scope: OrgScope,
  filter: MatchFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<{ places: IssuePlace[]; total: number }> {
  if (page.after === null) {
    const first = await firstPlaces(scope, filter, { ...page, countLimit })
    if (first.places !== null) return { places: first.places, total: first.total }
    return { places: await sortedPlaces(scope, filter, page), total: first.total }
  }
  const [places, total] = await Promise.all([
    sortedPlaces(scope, filter, page),
    countMatching(scope, filter, countLimit + 1),
  ])
  return { places, total }
}

/**
 * Counts matches and finds the first page in one pass; places are null if it ended early in another order.
 * Conditions on other tables go to the end: a second pass costs more than sorting.
 */
async function firstPlaces(
  scope: OrgScope,
  filter: MatchFilter,
  { sort, limit, countLimit }: IssueListPage & { countLimit: number },
): Promise<{ places: IssuePlace[] | null; total: number }> {
  const [column, direction] = SORTS[sort]
  const isSorted = column === 'last_seen_at' || asksOtherTables(filter.query)
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

function sorted(scope: OrgScope, filter: MatchFilter, page: IssueListPage) {
  const [column, direction] = SORTS[page.sort]
  let query = matchingIssues(scope, filter)
    .select(['issue.id as id', `issue.${column} as value`])
    .orderBy(`issue.${column}`, direction)
    .orderBy('issue.id', direction)
  if (page.after !== null) {
    const place = sql`(${page.after.value}, ${page.after.id})`
    const key = sql`(${sql.ref(`issue.${column}`)}, issue.id)`
    query = query.where(
      direction === 'asc' ? sql<boolean>`${key} > ${place}` : sql<boolean>`${key} < ${place}`,
    )
  }
  return query
}

async function countMatching(scope: OrgScope, filter: MatchFilter, limit: number): Promise<number> {
  const row = await scope.db
    .selectFrom(matchingIssues(scope, filter).select('issue.id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export function matchingIssues(scope: OrgScope, filter: MatchFilter) {
  const { orgId } = scope
  let query = scope.db
    .selectFrom('issue')
    .where('issue.org_id', '=', orgId)
    .where('issue.merge_parent_id', 'is', null)
    .where('issue.last_seen_at', '>=', filter.lookup.seenSince)
    .where(withinTime(filter.lookup.dialect))
    .where((eb) => meetsQuery(eb, filter.query, { ...filter, orgId }))
  const { hiddenProjects } = filter.lookup
  if (filter.projectId !== null) query = query.where('issue.project_id', '=', filter.projectId)
  else if (hiddenProjects.length > 0) query = query.where('issue.project_id', 'not in', hiddenProjects)
  return query
}
