import { sql } from 'kysely'
import type { OrgScope } from './scope.ts'

/** Hours to add up: `buckets` of `hoursPerBucket` each, from `firstHour` (an epoch hour) on. */
export interface HourBuckets {
  firstHour: number
  hoursPerBucket: number
  buckets: number
}

/** What one issue's hours of one bucket add up to; buckets without events are left out. */
export interface HourBucketCount {
  issue_id: number
  /** Zero-based. */
  bucket: number
  /** Accepted events, counted-only ones included. */
  event_count: number
  /** Of these, those that had a row of their own and still have it. */
  stored_event_count: number
}

/** Adds up the hourly counters of these issues (row keys, at most a few hundred) bucket by bucket. */
export async function countHours(
  scope: OrgScope,
  issueIds: readonly number[],
  range: HourBuckets,
): Promise<HourBucketCount[]> {
  if (issueIds.length === 0) return []
  return scope.db
    .selectFrom('issue_hour')
    .select((eb) => [
      'issue_id',
      sql<number>`(hour - ${sql.lit(range.firstHour)}) / ${sql.lit(range.hoursPerBucket)}`.as('bucket'),
      eb.fn.sum<number>('event_count').as('event_count'),
      eb.fn.sum<number>('stored_event_count').as('stored_event_count'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', range.firstHour)
    .where('hour', '<', range.firstHour + range.buckets * range.hoursPerBucket)
    .groupBy(['issue_id', 'bucket'])
    .execute()
}

/** Accepted events of these issues together in the epoch hours from `firstHour` on. */
export async function countEventsSince(
  scope: OrgScope,
  issueIds: readonly number[],
  firstHour: number,
): Promise<number> {
  const row = await scope.db
    .selectFrom('issue_hour')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('event_count'), sql.lit(0)).as('event_count'))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', firstHour)
    .executeTakeFirstOrThrow()
  return row.event_count
}
