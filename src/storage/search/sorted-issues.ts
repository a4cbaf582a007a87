import { sql } from 'kysely'
import type { IssueSort } from '#contract/vocabulary.ts'
import type { IssueQuery, QueryTerm } from '#domain/issue/query.ts'
import type { OrgScope } from '../engine/scope.ts'
import { meetsQuery } from './condition.ts'
import { isOfOtherTable, type QueryLookup } from './query-lookup.ts'
import { withinTime } from './text-match.ts'

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

export type MatchFilter = IssueListFilter & { lookup: QueryLookup }

type SortColumn = 'last_seen_at' | 'event_count' | 'unique_user_count' | 'first_seen_at' | 'title'
export const SORTS: Record<IssueSort, [column: SortColumn, direction: 'asc' | 'desc']> = {
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

export function isCostly(term: QueryTerm): boolean {
  return term.kind === 'text' || isOfOtherTable(term)
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

export function sorted(scope: OrgScope, filter: MatchFilter, page: IssueListPage) {
  const [column, direction] = SORTS[page.sort]
  let query = matchingIssues(scope, filter)
    .select(['issue.id as id', `issue.${column} as value`])
    .orderBy(`issue.${column}`, direction)
    .orderBy('issue.id', direction)
  if (page.after !== null) query = query.where(isBeyond(page.sort, page.after, 'after'))
  return query
}

/** On one side of a place in a list. */
export function isBeyond(sort: IssueSort, { value, id }: IssuePlace, side: 'before' | 'after') {
  const [column, direction] = SORTS[sort]
  const key = sql`(${sql.ref(`issue.${column}`)}, issue.id)`
  const place = sql`(${value}, ${id})`
  return (side === 'after') === (direction === 'asc')
    ? sql<boolean>`${key} > ${place}`
    : sql<boolean>`${key} < ${place}`
}
