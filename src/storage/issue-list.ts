import { sql } from 'kysely'
import type { IssueSort } from '#contract/vocabulary.ts'
import type { IssueQuery } from '#domain/issue-query.ts'
import { findIssuesByKey, type IssueRow } from './issue.ts'
import { meetsQuery } from './issue-condition.ts'
import type { OrgScope } from './scope.ts'

/** Which issues a list shows. Issues merged into another are never among them. */
export interface IssueListFilter {
  /** Row key; null for all projects of the organization. */
  projectId: number | null
  query: IssueQuery
  /** Epoch ms; issues whose last event is older are left out. */
  seenSince: number
  /** Epoch ms; what snooze holds are measured against. */
  now: number
}

/** Where a row stands in a sorted list: its sort value, and its row key between equal ones. */
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
}

type SortColumn = 'last_seen_at' | 'event_count' | 'first_seen_at' | 'title'
const SORTS: Record<IssueSort, [column: SortColumn, direction: 'asc' | 'desc']> = {
  last_seen_desc: ['last_seen_at', 'desc'],
  last_seen_asc: ['last_seen_at', 'asc'],
  events_desc: ['event_count', 'desc'],
  events_asc: ['event_count', 'asc'],
  first_seen_desc: ['first_seen_at', 'desc'],
  first_seen_asc: ['first_seen_at', 'asc'],
  title_asc: ['title', 'asc'],
}

/** True where a list in this order can go on after the place: the value is one that a row may have. */
export function isPlaceOf(sort: IssueSort, { value }: IssuePlace): boolean {
  if (SORTS[sort][0] !== 'title') return typeof value === 'number'
  return typeof value === 'string' && !value.includes('\0')
}

/**
 * One page of the issue list. Rows that do not change between two pages are met exactly once; titles sort
 * byte by byte. Stops counting past `countLimit`.
 */
export async function listIssues(
  scope: OrgScope,
  filter: IssueListFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<IssueListResult> {
  const { places, total } = await findPlaces(scope, filter, { ...page, countLimit })
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
  }
}

/** The page's places and one more where the list goes on; on the first page one pass finds them and the total. */
async function findPlaces(
  scope: OrgScope,
  filter: IssueListFilter,
  { countLimit, ...page }: IssueListPage & { countLimit: number },
): Promise<{ places: IssuePlace[]; total: number }> {
  if (page.after === null) {
    const limit = Math.max(page.limit, countLimit) + 1
    const places = await sortedPlaces(scope, filter, { ...page, limit })
    return { places: places.slice(0, page.limit + 1), total: Math.min(places.length, countLimit + 1) }
  }
  const [places, total] = await Promise.all([
    sortedPlaces(scope, filter, { ...page, limit: page.limit + 1 }),
    countMatching(scope, filter, countLimit + 1),
  ])
  return { places, total }
}

function sortedPlaces(scope: OrgScope, filter: IssueListFilter, page: IssueListPage): Promise<IssuePlace[]> {
  const [column, direction] = SORTS[page.sort]
  let query = matching(scope, filter)
    .select(['issue.id as id', `issue.${column} as value`])
    .orderBy(`issue.${column}`, direction)
    .orderBy('issue.id', direction)
    .limit(page.limit)
  if (page.after !== null) {
    const place = sql`(${page.after.value}, ${page.after.id})`
    const key = sql`(${sql.ref(`issue.${column}`)}, issue.id)`
    query = query.where(
      direction === 'asc' ? sql<boolean>`${key} > ${place}` : sql<boolean>`${key} < ${place}`,
    )
  }
  return query.execute()
}

async function countMatching(scope: OrgScope, filter: IssueListFilter, limit: number): Promise<number> {
  const row = await scope.db
    .selectFrom(matching(scope, filter).select('issue.id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

function matching(scope: OrgScope, filter: IssueListFilter) {
  const { orgId } = scope
  let query = scope.db
    .selectFrom('issue')
    .where('issue.org_id', '=', orgId)
    .where('issue.merge_parent_id', 'is', null)
    .where('issue.last_seen_at', '>=', filter.seenSince)
    .where((eb) => meetsQuery(eb, filter.query, { orgId, now: filter.now }))
  if (filter.projectId !== null) query = query.where('issue.project_id', '=', filter.projectId)
  return query
}
