import { sql } from 'kysely'
import { HOURS_PER_DAY } from '#contract/time.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Times are epoch days (UTC). */
export interface Folding {
  issueIds: readonly number[]
  from: number
  /** Hours of days before this one become one row per day. */
  before: number
  longBefore: number
}

const DAYS_PER_BLOCK = 30
const HOURS_PER_BLOCK = DAYS_PER_BLOCK * HOURS_PER_DAY

export function blockStart(day: number): number {
  return Math.floor(day / DAYS_PER_BLOCK) * DAYS_PER_BLOCK
}

/**
 * Folds hours without stored events into the last of their day, days into the last of their 30 days.
 * Sums, the first day and the first 30 days stay: first and last hour stay known. Lock the issues before.
 */
export async function foldCounters(scope: OrgScope, folding: Folding): Promise<void> {
  const { issueIds, from, before, longBefore } = folding
  if (issueIds.length === 0) return
  const [first, last, end] = [from, before, longBefore].map((day) => day * HOURS_PER_DAY) as [
    number,
    number,
    number,
  ]
  await foldHours(scope, issueIds, { from: first, before: last, width: HOURS_PER_DAY })
  const folded = await foldHours(scope, issueIds, { from: 0, before: end, width: HOURS_PER_BLOCK })
  if (folded > 0) await makeDays(scope, issueIds, longBefore)
}

/** Epoch hours; both ends are at the beginning of a unit. */
interface HourRange {
  from: number
  before: number
  width: number
}

async function foldHours(
  scope: OrgScope,
  issueIds: readonly number[],
  { from, before, width }: HourRange,
): Promise<number> {
  const unit = sql.lit(width)
  const units = sql`(
    SELECT issue_id, hour / ${unit} AS unit, max(hour) AS last, sum(event_count) AS total,
      sum(evicted_event_count) AS evicted
    FROM issue_hour AS old
    WHERE org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)}) AND hour >= ${from} AND hour < ${before}
      AND hour / ${unit} > (SELECT min(hour) FROM issue_hour AS beginning
        WHERE beginning.org_id = ${scope.orgId} AND beginning.issue_id = old.issue_id) / ${unit}
    GROUP BY issue_id, hour / ${unit} HAVING count(*) > 1 AND sum(stored_event_count) = 0) AS folded`
  const { rows } = await sql<{ issue_id: number; unit: number; last: number }>`
    UPDATE issue_hour SET event_count = folded.total, evicted_event_count = folded.evicted
    FROM ${units}
    WHERE issue_hour.org_id = ${scope.orgId} AND issue_hour.issue_id = folded.issue_id AND issue_hour.hour = folded.last
    RETURNING issue_hour.issue_id, issue_hour.hour / ${unit} AS unit, issue_hour.hour AS last`.execute(
    scope.db,
  )
  let gone = 0
  for (const { issue_id, unit, last } of rows) {
    const result = await scope.db
      .deleteFrom('issue_hour')
      .where('org_id', '=', scope.orgId)
      .where('issue_id', '=', issue_id)
      .where('hour', '>=', unit * width)
      .where('hour', '<', last)
      .executeTakeFirst()
    gone += Number(result.numDeletedRows)
  }
  return gone
}

async function makeDays(scope: OrgScope, issueIds: readonly number[], before: number): Promise<void> {
  const hours = sql.lit(HOURS_PER_DAY)
  await scope.db
    .deleteFrom('issue_day')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('day', '<', before)
    .execute()
  await sql`INSERT INTO issue_day (org_id, issue_id, day, event_count)
    SELECT org_id, issue_id, hour / ${hours}, sum(event_count) FROM issue_hour
    WHERE org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)}) AND hour < ${before * HOURS_PER_DAY}
    GROUP BY org_id, issue_id, hour / ${hours}`.execute(scope.db)
}
