import type { EventListQuery, EventPage, IssueEvent } from '#contract/event/event.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type EventRow, type ListedEvent, listEvents, readEvents } from '#storage/event/event.ts'
import { countEventsOfRelease, listEventsOfRelease } from '#storage/event/release-events.ts'
import { releaseSpan } from '#storage/event/release-span.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { type IssueFamily, requireIssueFamily } from '../issues/require-issue.ts'
import { eventView } from './event-view.ts'
import { resolveWithSource } from './resolve-frames.ts'

export interface IssueEvents extends Omit<EventPage, 'events'> {
  events: AsyncIterable<IssueEvent>
}

/** Newest first, with merged issues. `total` leaves out counted-only and evicted events. @throws not_found */
export async function issueEvents(
  deps: EventDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: EventListQuery },
): Promise<IssueEvents> {
  return deps.database.snapshotOf(org, async (scope) => {
    const family = await requireIssueFamily(scope, issueId)
    const { listed, ...counts } = query.release
      ? await pageOfRelease(scope, family, { ...query, release: query.release })
      : await pageOfAll(scope, family, query)
    const rows = await readEvents(scope, listed, deps.database.scope(org))
    const events = viewsOf(rows, family.issue.uid, { deps, scope: deps.database.scope(org) })
    return { events, ...counts }
  })
}

type ListedPage = Omit<EventPage, 'events'> & { listed: ListedEvent[] }

async function pageOfAll(
  scope: OrgScope,
  { issue, ids }: IssueFamily,
  { limit, offset }: EventListQuery,
): Promise<ListedPage> {
  const listed = await listEvents(scope, { issueIds: ids, limit, offset })
  const total = issue.stored_event_count
  return { listed, total, has_more: offset + listed.length < total }
}

async function pageOfRelease(
  scope: OrgScope,
  { issue, ids }: IssueFamily,
  { limit, offset, release }: EventListQuery & { release: string },
): Promise<ListedPage> {
  const span = await releaseSpan(scope, { ids, lastSeenAt: issue.last_seen_at }, release)
  if (span === null) return { listed: [], total: 0, has_more: false }
  const found = await listEventsOfRelease(scope, span, { limit: limit + 1, offset })
  const listed = found.slice(0, limit)
  const hasMore = found.length > limit
  // The last page says itself how many there are.
  if (!hasMore && (listed.length > 0 || offset === 0)) {
    return { listed, total: offset + listed.length, has_more: false }
  }
  // What is counted of the release is what is stored of it, unless some of the issue's events are not stored.
  if (span.accepted !== null && issue.event_count === issue.stored_event_count) {
    return { listed, total: span.accepted, has_more: hasMore }
  }
  const { count, isAll } = await countEventsOfRelease(scope, span)
  const total = Math.max(count, offset + found.length)
  return { listed, total, has_more: hasMore, ...(!isAll && { total_capped: true }) }
}

async function* viewsOf(
  rows: AsyncIterable<EventRow> | readonly EventRow[],
  issueUid: string,
  { deps, scope }: { deps: EventDeps; scope: OrgScope },
): AsyncGenerator<IssueEvent, void> {
  for await (const row of rows) {
    await resolveWithSource(deps.symbols, scope, row)
    yield eventView(row, issueUid, deps.onDamagedEvent)
  }
}
