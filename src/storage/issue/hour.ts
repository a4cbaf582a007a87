import { sql } from 'kysely'
import { HOURS_PER_DAY } from '#contract/time.ts'
import type { BucketRange, HourlyCount } from '#domain/issue/time-buckets.ts'
import { slicesOf } from '#platform/slices.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import { withinTime } from '../search/text-match.ts'

/** Accepted events of an issue that has some, by bucket. */
export interface IssueTrend {
  issueId: number
  counts: number[]
}

/** Engines take some ten thousand parameters at most; 200 roots may have more merged issues than that. */
const ISSUES_PER_STATEMENT = 5000

/** Hourly counters of issues, any number, by bucket, in no order, without empty ones. A bucket may come in several parts. */
export function sumHours(
  scope: OrgScope,
  issueIds: readonly number[],
  range: BucketRange,
): Promise<HourlyCount[]> {
  return inParts(issueIds, (some) => sumHoursOf(scope, some, range))
}

/** Day buckets use the far fewer daily counters. */
export function sumTrends(
  scope: OrgScope,
  issueIds: readonly number[],
  range: BucketRange,
): Promise<IssueTrend[]> {
  const hasWholeDays = range.startHour % HOURS_PER_DAY === 0 && range.widthHours % HOURS_PER_DAY === 0
  const counters = hasWholeDays
    ? { table: 'issue_day', unit: 'day', hours: HOURS_PER_DAY }
    : { table: 'issue_hour', unit: 'hour', hours: 1 }
  return inParts(issueIds, (some) => sumCounters(scope, some, { range, ...counters }))
}

async function inParts<R>(
  issueIds: readonly number[],
  read: (some: readonly number[]) => Promise<R[]>,
): Promise<R[]> {
  const all: R[] = []
  for (const some of slicesOf(issueIds, ISSUES_PER_STATEMENT)) {
    for (const row of await read(some)) all.push(row)
  }
  return all
}

async function sumCounters(
  scope: OrgScope,
  issueIds: readonly number[],
  { range, table, unit, hours }: { range: BucketRange; table: string; unit: string; hours: number },
): Promise<IssueTrend[]> {
  const first = range.startHour / hours
  const width = range.widthHours / hours
  const at = sql.ref(unit)
  // One row for each issue: to pass thousands on costs more than to sum them up.
  const { rows } = await sql<{ issue_id: number; counts: string }>`
    SELECT issue_id, string_agg(bucket || ' ' || count, ',') AS counts FROM (
      SELECT issue_id, (${at} - ${sql.lit(first)}) / ${sql.lit(width)} AS bucket, sum(event_count) AS count
      FROM ${sql.table(table)}
      WHERE org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)})
        AND ${at} >= ${first} AND ${at} < ${first + range.count * width}
        AND ${withinTime(dialectOf(scope), 'issue_id')}
      GROUP BY issue_id, bucket) AS summed
    GROUP BY issue_id`.execute(scope.db)
  return rows.map(({ issue_id, counts }) => ({ issueId: issue_id, counts: readCounts(counts, range.count) }))
}

function readCounts(text: string, length: number): number[] {
  const counts = new Array<number>(length).fill(0)
  for (const part of text.split(',')) {
    const [bucket, count] = part.split(' ')
    counts[Number(bucket)] = Number(count)
  }
  return counts
}

function sumHoursOf(
  scope: OrgScope,
  issueIds: readonly number[],
  range: BucketRange,
): Promise<HourlyCount[]> {
  const start = sql.lit(range.startHour)
  const width = sql.lit(range.widthHours)
  return scope.db
    .selectFrom('issue_hour')
    .select((eb) => [
      sql<number>`${start} + ((hour - ${start}) / ${width}) * ${width}`.as('bucket_hour'),
      eb.fn.sum<number>('event_count').as('count'),
      eb.fn.sum<number>('stored_event_count').as('stored'),
      eb.fn.sum<number>('evicted_event_count').as('evicted'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', range.startHour)
    .where('hour', '<', range.startHour + range.count * range.widthHours)
    .where(withinTime(dialectOf(scope), 'issue_id'))
    .groupBy('bucket_hour')
    .execute()
    .then((rows) => rows.map(({ bucket_hour, ...row }) => ({ ...row, hour: bucket_hour })))
}
