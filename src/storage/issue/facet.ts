import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

export const FACETS = ['environment', 'release', 'browser', 'os'] as const
export type Facet = (typeof FACETS)[number]

/** The value under which the events of rarer values of a facet are counted together; no event has it. */
export const OTHER_VALUES = ''

export interface FacetValue {
  facet: Facet
  value: string
  count: number
  /** Events of all values of the facet. */
  total: number
  /** Values of the facet, without those counted together. */
  values: number
  /** 1 if some are counted together. */
  folded: number
}

export interface IssueRelease {
  release: string
  first_seen_at: number
  event_count: number
}

const MAX_RELEASES = 1000

/** Releases these issues were seen in, the one first seen most recently first; events without one add none. */
export async function issueReleases(scope: OrgScope, issueIds: readonly number[]): Promise<IssueRelease[]> {
  return scope.db
    .selectFrom('issue_facet')
    .select((eb) => ['value as release', eb.fn.min('first_seen_at').as('first_seen_at')])
    .select((eb) => eb.fn.sum<number>('event_count').as('event_count'))
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

/** Most frequent first; of equally frequent ones, the one seen last. */
export async function facetValues(
  scope: OrgScope,
  issueIds: readonly number[],
  limit: number,
): Promise<FacetValue[]> {
  const counted = scope.db
    .selectFrom('issue_facet')
    .select((eb) => ['facet', 'value', eb.fn.sum<number>('event_count').as('count')])
    .select((eb) => eb.fn.max('last_seen_at').as('seen_at'))
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
      sql<number>`sum(1 - ${isOther}) OVER (PARTITION BY facet)`.as('values'),
      sql<number>`max(${isOther}) OVER (PARTITION BY facet)`.as('folded'),
      sql<number>`row_number() OVER (PARTITION BY facet ORDER BY ${isOther}, count DESC, seen_at DESC, value)`.as(
        'place',
      ),
    ])
  return scope.db
    .selectFrom(ranked.as('ranked'))
    .select((eb) => [
      eb.ref('facet').$castTo<Facet>().as('facet'),
      'value',
      'count',
      'total',
      'values',
      'folded',
    ])
    .where('place', '<=', limit)
    .where('value', '<>', OTHER_VALUES)
    .orderBy('facet')
    .orderBy('place')
    .execute()
}
