import { sql } from 'kysely'
import { LEVELS } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import { hiddenProjects, isOfShownProject } from '../project/deletion.ts'
import { dialectOf, startsWithText, withinTime } from '../search/text-match.ts'
import { issueKeysOf } from './issue.ts'

export const FACETS = ['environment', 'release', 'browser', 'os'] as const
export type Facet = (typeof FACETS)[number]

/** The value under which the events of rarer values of a facet are counted together; no event has it. */
export const OTHER_VALUES = ''

export interface FacetValue {
  facet: Facet
  value: string
  count: number
  total: number
}

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
    .where('value', '<>', OTHER_VALUES)
    .groupBy('value')
    .orderBy('first_seen_at', 'desc')
    .orderBy('value', 'desc')
    .limit(MAX_RELEASES)
    .execute()
}

export async function facetValues(
  scope: OrgScope,
  issueIds: readonly number[],
  limit: number,
): Promise<FacetValue[]> {
  const counted = scope.db
    .selectFrom('issue_facet')
    .select((eb) => ['facet', 'value', eb.fn.sum<number>('event_count').as('count')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .groupBy(['facet', 'value'])
  const isOther = sql<number>`CASE WHEN value = ${OTHER_VALUES} THEN 1 ELSE 0 END`
  const ranked = scope.db
    .selectFrom(counted.as('counted'))
    .select([
      'facet',
      'value',
      'count',
      sql<number>`sum(count) OVER (PARTITION BY facet)`.as('total'),
      sql<number>`row_number() OVER (PARTITION BY facet ORDER BY ${isOther}, count DESC, value)`.as('place'),
    ])
  return scope.db
    .selectFrom(ranked.as('ranked'))
    .select((eb) => [eb.ref('facet').$castTo<Facet>().as('facet'), 'value', 'count', 'total'])
    .where('place', '<=', limit)
    .where('value', '<>', OTHER_VALUES)
    .orderBy('facet')
    .orderBy('place')
    .execute()
}

export interface CompletionValue {
  value: string
  count: number
}

export interface CompletionFilter {
  /** Null: all projects. */
  projectId: number | null
  prefix: string
  limit: number
}

/** Values of a facet that start with `prefix`, those of most issues first. */
export async function completeFacet(
  scope: OrgScope,
  facet: Facet,
  filter: CompletionFilter,
): Promise<CompletionValue[]> {
  let query = await facetCounts(scope, { facet, projectId: filter.projectId })
  query = query.where('value', '<>', OTHER_VALUES)
  if (filter.prefix !== '') {
    query = query.where(startsWithText('value', filter.prefix))
  }
  return query.orderBy('count', 'desc').orderBy('value').limit(filter.limit).execute()
}

export async function countIssuesOfReleases(
  scope: OrgScope,
  releases: readonly string[],
  projectId: number | null,
): Promise<CompletionValue[]> {
  if (releases.length === 0) return []
  return (await facetCounts(scope, { facet: 'release', projectId, values: releases })).execute()
}

/** Latest levels of issues that start with `prefix`, those of most issues first. Counts them in one pass. */
export async function completeLevel(scope: OrgScope, filter: CompletionFilter): Promise<CompletionValue[]> {
  const prefix = filter.prefix.toLowerCase()
  const levels = LEVELS.filter((level) => level.startsWith(prefix))
  if (levels.length === 0) return []
  let query = scope.db
    .selectFrom('issue')
    .select((eb) =>
      levels.map((level) => eb.fn.countAll<number>().filterWhere('level', '=', level).as(level)),
    )
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
  if (filter.projectId !== null) query = query.where('project_id', '=', filter.projectId)
  else query = query.where(isOfShownProject(scope, 'issue.project_id'))
  const counts = await query.executeTakeFirstOrThrow()
  return levels
    .map((level) => ({ value: level, count: counts[level] }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, filter.limit)
}

interface CountedFacet {
  facet: Facet
  /** Null: all projects. */
  projectId: number | null
  /** Only these; absent: all. */
  values?: readonly string[]
}

async function facetCounts(scope: OrgScope, { projectId, ...counted }: CountedFacet) {
  const hidden = projectId === null ? await hiddenProjects(scope) : []
  const rows = rowsOf(scope, counted)
  const counts = (
    projectId === null && hidden.length === 0 ? rows : rows.where(isAmong(scope, projectId, hidden))
  )
    .select((eb) => ['value', eb.fn.countAll<number>().as('rows')])
    .groupBy('value')
  const surplus = rows
    .innerJoin(familyMembers(scope, projectId, hidden).as('member'), 'member.id', 'issue_facet.issue_id')
    .select((eb) => ['value', sql<number>`${eb.fn.count('member.root_id').distinct()} - count(*)`.as('rows')])
    .groupBy('value')
  // Not a join: PostgreSQL without statistics would make the surplus again for each value.
  const values = scope.db
    .selectFrom(counts.unionAll(surplus).as('part'))
    .select((eb) => ['value', eb.fn.sum<number>('rows').as('count')])
    .groupBy('value')
  return scope.db.selectFrom(values.as('facet_value')).select(['value', 'count'])
}

function rowsOf(scope: OrgScope, { facet, values }: Omit<CountedFacet, 'projectId'>) {
  const rows = scope.db
    .selectFrom('issue_facet')
    .where('issue_facet.org_id', '=', scope.orgId)
    .where('issue_facet.facet', '=', facet)
    .where(withinTime(dialectOf(scope)))
  return values ? rows.where('issue_facet.value', 'in', values) : rows
}

/** In a project, or (null) in any not hidden. The plus stops SQLite from looking up each issue per value. */
function isAmong(scope: OrgScope, projectId: number | null, hidden: readonly number[]) {
  return projectId === null
    ? sql<boolean>`+issue_facet.issue_id NOT IN ${issueKeysOf(scope, hidden)}`
    : sql<boolean>`+issue_facet.issue_id IN ${issueKeysOf(scope, [projectId])}`
}

function familyMembers(scope: OrgScope, projectId: number | null, hidden: readonly number[]) {
  let children = scope.db
    .selectFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is not', null)
  if (projectId !== null) children = children.where('project_id', '=', projectId)
  else if (hidden.length > 0) children = children.where('project_id', 'not in', hidden)
  const rootId = sql<number>`merge_parent_id`
  return children
    .select(['id', rootId.as('root_id')])
    .unionAll(children.select([rootId.as('id'), rootId.as('root_id')]).distinct())
}
