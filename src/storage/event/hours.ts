import { sql } from 'kysely'
import { epochHour, HOUR_MS } from '#contract/time.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import { withinTime } from '../search/text-match.ts'

export interface PageHours {
  /** Epoch ms; the page's events are not older. */
  from: number
  /** Epoch ms; they are older. */
  before: number
  /** Events between the two that come before the page, newest first. */
  skip: number
}

const FIRST_HOURS = 24
const WIDENING = 8

/** Where a page lies, by hourly counters: only these hours are sorted, latest first. Null if it is empty. */
export async function findPageHours(
  scope: OrgScope,
  issueIds: readonly number[],
  page: { offset: number; limit: number },
): Promise<PageHours | null> {
  const [newest, oldest] = await hoursOf(scope, issueIds)
  if (newest === null || oldest === null) return null
  for (let hours = FIRST_HOURS; ; hours *= WIDENING) {
    const since = newest - hours
    const found = await pageHoursSince(scope, issueIds, { ...page, since })
    if (found.isWhole || since <= oldest) return found.hours
  }
}

/** Stored events of these issues in later hours (epoch) than this one. */
export async function countAfterHour(
  scope: OrgScope,
  issueIds: readonly number[],
  hour: number,
): Promise<number> {
  const row = await scope.db
    .selectFrom('issue_hour')
    .select((eb) => eb.fn.sum<number | null>('stored_event_count').as('stored'))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>', hour)
    .where(withinTime(dialectOf(scope), 'issue_id'))
    .executeTakeFirst()
  return row?.stored ?? 0
}

async function hoursOf(
  scope: OrgScope,
  issueIds: readonly number[],
): Promise<[newest: number | null, oldest: number | null]> {
  const row = await scope.db
    .selectFrom('issue')
    .select((eb) => [eb.fn.max('last_seen_at').as('newest'), eb.fn.min('first_seen_at').as('oldest')])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .executeTakeFirst()
  const hour = (at: number | null | undefined): number | null => (at == null ? null : epochHour(at))
  return [hour(row?.newest), hour(row?.oldest)]
}

/** The page's hours among those since `since` (epoch hour), and whether all of the page is among them. */
async function pageHoursSince(
  scope: OrgScope,
  issueIds: readonly number[],
  { offset, limit, since }: { offset: number; limit: number; since: number },
): Promise<{ hours: PageHours | null; isWhole: boolean }> {
  const perHour = scope.db
    .selectFrom('issue_hour')
    .select((eb) => ['hour', eb.fn.sum<number>('stored_event_count').as('stored')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', since)
    .where('stored_event_count', '>', 0)
    .where(withinTime(dialectOf(scope)))
    .groupBy('hour')
  const reached = scope.db
    .selectFrom(perHour.as('per_hour'))
    .select(['hour', 'stored', sql<number>`sum(stored) OVER (ORDER BY hour DESC)`.as('reach')])
  const hours = await scope.db
    .selectFrom(reached.as('reached'))
    .selectAll()
    .where('reach', '>', offset)
    .where(sql<boolean>`reach - stored < ${offset + limit}`)
    .orderBy('hour', 'desc')
    .execute()
  const [newest, oldest] = [hours[0], hours.at(-1)]
  if (!newest || !oldest) return { hours: null, isWhole: false }
  const pageHours = {
    from: oldest.hour * HOUR_MS,
    before: (newest.hour + 1) * HOUR_MS,
    skip: offset - (newest.reach - newest.stored),
  }
  return { hours: pageHours, isWhole: oldest.reach >= offset + limit }
}
