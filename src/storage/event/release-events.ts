import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { OrgScope } from '../engine/scope.ts'
import { eventsOf, type ListedEvent, listPage } from './event.ts'
import type { ReleaseSpan } from './release-span.ts'

const WIDENING = 8

/** The page's events of a release, newest first. A family's events are sorted, so not much more is read than the page needs. */
export async function listEventsOfRelease(
  scope: OrgScope,
  span: ReleaseSpan,
  page: { limit: number; offset: number },
): Promise<ListedEvent[]> {
  if (span.issueIds.length === 1) return listPage(scope, eventsOfRelease(scope, span), page)
  for (let width = firstWidth(span, page); ; width *= WIDENING) {
    const from = Math.max(span.from, span.to - width)
    const found = await listPage(scope, eventsOfRelease(scope, { ...span, from }), page)
    if (found.length === page.limit || from === span.from) return found
  }
}

/** Milliseconds in which twice as many events are to be expected as the page needs; they are rarely spread evenly. */
function firstWidth(
  { from, to, accepted }: ReleaseSpan,
  { limit, offset }: { limit: number; offset: number },
): number {
  return accepted === null ? DAY_MS : Math.ceil(((to - from) * 2 * (offset + limit)) / accepted)
}

/** Events that are looked at for their release, to count those of one. */
const MOST_COUNTED = 50_000

/** Stored events of a release. `isAll` is false if there may be more. */
export async function countEventsOfRelease(
  scope: OrgScope,
  span: ReleaseSpan,
): Promise<{ count: number; isAll: boolean }> {
  const events = eventsWithin(scope, span)
    .select('release')
    .limit(MOST_COUNTED + 1)
  const row = await scope.db
    .selectFrom(events.as('some'))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number | null>`sum(CASE WHEN release = ${span.release} THEN 1 ELSE 0 END)`.as('of'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.of ?? 0, isAll: row.all <= MOST_COUNTED }
}

function eventsOfRelease(scope: OrgScope, span: ReleaseSpan) {
  return eventsWithin(scope, span).where('release', '=', span.release)
}

function eventsWithin(scope: OrgScope, { issueIds, from, to }: ReleaseSpan) {
  return eventsOf(scope, issueIds).where('occurred_at', '>=', from).where('occurred_at', '<=', to)
}
