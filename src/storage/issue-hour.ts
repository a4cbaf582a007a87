import { sql } from 'kysely'
import type { BucketRange, HourlyCount } from '#domain/time-buckets.ts'
import type { OrgScope } from './scope.ts'

/** What the hours of one bucket of one issue add up to; `hour` is the first of the bucket. */
export interface IssueHours extends HourlyCount {
  issueId: number
}

/**
 * Adds up the hourly counters of issues (row keys, at most a few hundred), bucket by bucket. Buckets
 * without events are left out; the order is not defined.
 */
export async function sumHours(
  scope: OrgScope,
  issueIds: readonly number[],
  range: BucketRange,
): Promise<IssueHours[]> {
  if (issueIds.length === 0) return []
  const start = sql.lit(range.startHour)
  const width = sql.lit(range.widthHours)
  return scope.db
    .selectFrom('issue_hour')
    .select((eb) => [
      'issue_id as issueId',
      sql<number>`${start} + ((hour - ${start}) / ${width}) * ${width}`.as('bucket_hour'),
      eb.fn.sum<number>('event_count').as('count'),
      eb.fn.sum<number>('stored_event_count').as('stored'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', range.startHour)
    .where('hour', '<', range.startHour + range.count * range.widthHours)
    .groupBy(['issue_id', 'bucket_hour'])
    .execute()
    .then((rows) => rows.map(({ bucket_hour, ...row }) => ({ ...row, hour: bucket_hour })))
}
