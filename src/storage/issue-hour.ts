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

/**
 * Adds up the hourly counters of all issues of a project (row key), hour by hour, merged issues included.
 * Reads only the issues that had events since the range began. Hours without events are left out.
 */
export async function sumProjectHours(
  scope: OrgScope,
  projectId: number,
  range: BucketRange,
): Promise<HourlyCount[]> {
  const issues = scope.db
    .selectFrom('issue')
    .select('issue.id')
    .where('issue.org_id', '=', scope.orgId)
    .where('issue.project_id', '=', projectId)
    .where('issue.last_seen_at', '>=', range.startHour * 3_600_000)
  return (
    scope.db
      .selectFrom('issue_hour')
      .select((eb) => [
        'hour',
        eb.fn.sum<number>('event_count').as('count'),
        eb.fn.sum<number>('stored_event_count').as('stored'),
      ])
      .where('org_id', '=', scope.orgId)
      // Two parts, since each has an index of its own.
      .where('issue_id', 'in', (eb) =>
        eb
          .selectFrom(
            issues
              .where('issue.merge_parent_id', 'is', null)
              .unionAll(issues.where('issue.merge_parent_id', 'is not', null))
              .as('active'),
          )
          .select('active.id'),
      )
      .where('hour', '>=', range.startHour)
      .where('hour', '<', range.startHour + range.count * range.widthHours)
      .groupBy('hour')
      .execute()
  )
}
