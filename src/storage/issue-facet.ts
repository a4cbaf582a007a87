import { sql } from 'kysely'
import { likePattern } from './like-pattern.ts'
import type { OrgScope } from './scope.ts'

/** Names under which values of events are counted per issue. */
export const FACETS = ['environment', 'release', 'browser', 'os'] as const
export type Facet = (typeof FACETS)[number]

export interface FacetValue {
  facet: Facet
  value: string
  /** Accepted events with this value. */
  count: number
}

/** A release in which an issue was seen. */
export interface IssueRelease {
  release: string
  first_seen_at: number
}

const MAX_RELEASES = 1000

/** Releases these issues were seen in, the one first seen most recently first; events without one add none. */
export async function issueReleases(scope: OrgScope, issueIds: readonly number[]): Promise<IssueRelease[]> {
  return scope.db
    .selectFrom('issue_facet')
    .select((eb) => ['value as release', eb.fn.min('first_seen_at').as('first_seen_at')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('facet', '=', 'release')
    .where('value', '<>', '')
    .groupBy('value')
    .orderBy('first_seen_at', 'desc')
    .orderBy('value', 'desc')
    .limit(MAX_RELEASES)
    .execute()
}

/** Values of every facet of these issues with their event counts, the most frequent of each facet first. */
export async function facetValues(scope: OrgScope, issueIds: readonly number[]): Promise<FacetValue[]> {
  return scope.db
    .selectFrom('issue_facet')
    .select((eb) => [
      eb.ref('facet').$castTo<Facet>().as('facet'),
      'value',
      eb.fn.sum<number>('event_count').as('count'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .groupBy(['facet', 'value'])
    .orderBy('facet')
    .orderBy('count', 'desc')
    .orderBy('value')
    .execute()
}

/** A value the search box can complete, and how many issues have it. */
export interface CompletionValue {
  value: string
  count: number
}

export interface CompletionFilter {
  /** Row key; null for all projects of the organization. */
  projectId: number | null
  /** Compared without regard to case. */
  prefix: string
  limit: number
}

/** Environments that start with `prefix`, those of most issues first. */
export async function completeEnvironment(
  scope: OrgScope,
  filter: CompletionFilter,
): Promise<CompletionValue[]> {
  let query = facetCounts(scope, { facet: 'environment', projectId: filter.projectId })
  if (filter.prefix !== '') {
    const pattern = likePattern(filter.prefix.toLowerCase(), 'prefix')
    query = query.where(sql<boolean>`lower(value) LIKE ${pattern} ESCAPE '\\'`)
  }
  return query.orderBy('count', 'desc').orderBy('value').limit(filter.limit).execute()
}

/** How many issues have each of these releases; releases that none has are left out. */
export async function countIssuesOfReleases(
  scope: OrgScope,
  releases: readonly string[],
  projectId: number | null,
): Promise<CompletionValue[]> {
  if (releases.length === 0) return []
  return facetCounts(scope, { facet: 'release', projectId }).where('value', 'in', releases).execute()
}

/** Latest levels of issues that start with `prefix`, those of most issues first. */
export async function completeLevel(scope: OrgScope, filter: CompletionFilter): Promise<CompletionValue[]> {
  let query = scope.db
    .selectFrom('issue')
    .select((eb) => ['level as value', eb.fn.countAll<number>().as('count')])
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where(sql<boolean>`level LIKE ${likePattern(filter.prefix.toLowerCase(), 'prefix')} ESCAPE '\\'`)
  if (filter.projectId !== null) query = query.where('project_id', '=', filter.projectId)
  return query.groupBy('level').orderBy('count', 'desc').orderBy('value').limit(filter.limit).execute()
}

function facetCounts(scope: OrgScope, { facet, projectId }: { facet: Facet; projectId: number | null }) {
  const query = scope.db
    .selectFrom('issue_facet')
    .select((eb) => ['value', eb.fn.countAll<number>().as('count')])
    .where('issue_facet.org_id', '=', scope.orgId)
    .where('facet', '=', facet)
    .groupBy('value')
  if (projectId === null) return query
  return query.where('issue_id', 'in', (eb) =>
    eb
      .selectFrom('issue')
      .select('issue.id')
      .where('issue.org_id', '=', scope.orgId)
      .where('issue.project_id', '=', projectId),
  )
}
