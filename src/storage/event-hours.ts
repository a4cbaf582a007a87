import { sql } from 'kysely'
import type { OrgScope } from './scope.ts'

const MS_PER_HOUR = 3_600_000

/** The times between which a page of events lies. */
export interface PageHours {
  /** Epoch ms; the page's events are not older. */
  from: number
  /** Epoch ms; they are older. */
  before: number
  /** Events between the two that come before the page, newest first. */
  skip: number
}

/**
 * Where a page of the events of several issues lies, from their hourly counters: only these hours have to be
 * sorted then, not all events of a family. Null where the page is empty.
 */
export async function findPageHours(
  scope: OrgScope,
  issueIds: readonly number[],
  { offset, limit }: { offset: number; limit: number },
): Promise<PageHours | null> {
  const perHour = scope.db
    .selectFrom('issue_hour')
    .select((eb) => ['hour', eb.fn.sum<number>('stored_event_count').as('stored')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('stored_event_count', '>', 0)
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
  if (!newest || !oldest) return null
  return {
    from: oldest.hour * MS_PER_HOUR,
    before: (newest.hour + 1) * MS_PER_HOUR,
    skip: offset - (newest.reach - newest.stored),
  }
}
