import { sql } from 'kysely'
import type { IssueSort } from '#contract/vocabulary.ts'
import type { IssueQuery } from '#domain/search/query-term.ts'
import { answersInOrder } from '#platform/answers-in-order.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { findIssuesByKey, type IssueRow } from '../issue/issue.ts'
import { findCommonGroups } from './common-groups.ts'
import { meetsQuery } from './condition.ts'
import { isOften } from './often-met.ts'
import { isCostly, isCostlyGroup, lookUpQuery, type QueryLookup, withSets } from './query-lookup.ts'
import { withinTime } from './text-match.ts'
import { isOneOf } from './value-condition.ts'

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

/** Matches are counted up to the limit. */
type CountedPage = IssueListPage & { countLimit: number }

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

/** One page; rows unchanged between pages appear once. Titles sort bytewise. */
export async function listIssues(
  scope: OrgScope,
  filter: IssueListFilter,
  page: CountedPage,
): Promise<IssueListResult> {
  const lookup = await findCommonGroups(scope, filter, await lookUpQuery(scope, filter))
  const { places, total } = await placesOfPage(scope, { ...filter, lookup }, page)
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

interface Places {
  places: IssuePlace[]
  total: number
}

/** In an unindexed order, the latest matches are all of them, or show that conditions are often met. */
async function placesOfPage(scope: OrgScope, filter: MatchFilter, page: CountedPage): Promise<Places> {
  const { lookup, query } = filter
  if (SORTS[page.sort][0] === 'last_seen_at') return findPlaces(scope, filter, page)
  const withoutProbes = { ...filter, lookup: withSets(lookup, query) }
  const asked = costlyPart(query)
  if (isEmpty(asked) || !isOften(lookup, asked)) return findPlaces(scope, withoutProbes, page)
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
  return { places: null, total: await countMatching(scope, filter, page) }
}

/** The latest `issues` show how many of a list meet a condition; if fewer than `rare` do, it is rare. */
const SAMPLE = { issues: 200, rare: 20 }
/** More than the sample promises, since it is only a sample. Issues with few events have few values, those with many lack few. */
const CANDIDATES = { spare: 1.5, rarer: 2000, most: 5000 }

/** In an unindexed order: sorts by columns alone, and tests the first rows for conditions that are often met; null if too few meet them. */
async function placesAmongFirst(
  scope: OrgScope,
  filter: MatchFilter,
  page: IssueListPage,
): Promise<IssuePlace[] | null> {
  const asked = costlyPart(filter.query)
  const others = { ...filter, query: cheapPart(filter.query) }
  const latest = sorted(scope, others, { sort: 'last_seen_desc', limit: SAMPLE.issues, after: null })
  const tested = { ...filter, query: asked }
  const sample = await meetingAmong(scope, tested, latest.limit(SAMPLE.issues)).select('issue.id').execute()
  const [column, direction] = SORTS[page.sort]
  const isRarerFirst =
    column.endsWith('_count') &&
    asked.terms.some(({ kind, negated }) => kind !== 'text' && negated === (direction === 'desc'))
  const least = isRarerFirst ? CANDIDATES.rarer : 0
  let [found, of] = [sample.length, SAMPLE.issues]
  // The first rows of this order may meet them less often than the latest ones do: the second try knows how often.
  for (let tries = 0; tries < 2 && found >= SAMPLE.rare; tries++) {
    const promised = Math.ceil((CANDIDATES.spare * (page.limit + 1) * of) / found)
    of = Math.min(Math.max(promised, least), CANDIDATES.most)
    const places = await meetingAmong(scope, tested, sorted(scope, others, page).limit(of))
      .select(['issue.id as id', `issue.${column} as value`])
      .orderBy(`issue.${column}`, direction)
      .orderBy('issue.id', direction)
      .limit(page.limit + 1)
      .execute()
    if (places.length > page.limit) return places
    found = places.length
  }
  return null
}

/** Those of the first rows of a list that meet a query. */
function meetingAmong(scope: OrgScope, filter: MatchFilter, first: ReturnType<typeof sorted>) {
  const ids = scope.db.selectFrom(first.as('first')).select('first.id as issue_id')
  return scope.db
    .selectFrom('issue')
    .where('issue.org_id', '=', scope.orgId)
    .where(isOneOf(filter.lookup.dialect, 'issue.id', ids))
    .where((eb) => meetsQuery(eb, filter.query, { ...filter, orgId: scope.orgId }))
}

async function findPlaces(scope: OrgScope, filter: MatchFilter, page: CountedPage): Promise<Places> {
  if (page.after === null) {
    const isSorted = SORTS[page.sort][0] === 'last_seen_at' || !isEmpty(costlyPart(filter.query))
    const first = await firstPlaces(scope, filter, { ...page, isSorted })
    return { places: first.places ?? (await sortedPlaces(scope, filter, page)), total: first.total }
  }
  const both = [sortedPlaces(scope, filter, page), countMatching(scope, filter, page)] as const
  const [places, total] = await answersInOrder(both)
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

function costlyPart({ terms, groups }: IssueQuery): IssueQuery {
  return { terms: terms.filter(isCostly), groups: groups.filter(isCostlyGroup) }
}

function cheapPart({ terms, groups }: IssueQuery): IssueQuery {
  return {
    terms: terms.filter((term) => !isCostly(term)),
    groups: groups.filter((group) => !isCostlyGroup(group)),
  }
}

function isEmpty({ terms, groups }: IssueQuery): boolean {
  return terms.length === 0 && groups.length === 0
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

function countMatching(scope: OrgScope, filter: MatchFilter, { countLimit }: CountedPage): Promise<number> {
  return countRows(
    scope,
    matchingIssues(scope, filter)
      .select('issue.id')
      .limit(countLimit + 1),
  )
}

export function matchingIssues(scope: OrgScope, filter: MatchFilter) {
  const { orgId } = scope
  let query = scope.db
    .selectFrom('issue')
    .where('issue.org_id', '=', orgId)
    .where('issue.merge_parent_id', 'is', null)
    .where('issue.last_seen_at', '>=', filter.lookup.seenSince)
    .where(withinTime(filter.lookup.dialect, 'issue.id'))
    .where((eb) => meetsQuery(eb, filter.query, { ...filter, orgId }))
  const { hiddenProjects, readsAllTexts, dialect } = filter.lookup
  // The plus keeps SQLite from looking up the text of each issue.
  if (filter.projectId !== null && readsAllTexts && dialect === 'sqlite')
    query = query.where(sql<boolean>`+issue.project_id = ${filter.projectId}`)
  else if (filter.projectId !== null) query = query.where('issue.project_id', '=', filter.projectId)
  else if (hiddenProjects.length > 0) query = query.where('issue.project_id', 'not in', hiddenProjects)
  return query
}
