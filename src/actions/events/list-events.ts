import type { EventListQuery, EventPage, IssueEvent } from '#contract/event/event.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { countEventsOfRelease, type EventRow, listEvents, readEvents } from '#storage/event/event.ts'
import { releaseSpan } from '#storage/event/release-span.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { eventView } from './event-view.ts'
import { resolveFrames } from './resolve-frames.ts'

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
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const of = query.release ? await releaseSpan(scope, ids, query.release) : null
    if (query.release && of === null)
      return { events: viewsOf([], issue.uid, { deps, scope }), total: 0, has_more: false }
    const { limit, offset } = query
    const listed = await listEvents(scope, { issueIds: ids, of, limit, offset })
    const total = of === null ? issue.stored_event_count : await countEventsOfRelease(scope, of)
    const rows = await readEvents(scope, listed, deps.database.scope(org))
    return {
      events: viewsOf(rows, issue.uid, { deps, scope: deps.database.scope(org) }),
      total,
      has_more: query.offset + listed.length < total,
    }
  })
}

async function* viewsOf(
  rows: AsyncIterable<EventRow> | readonly EventRow[],
  issueUid: string,
  { deps, scope }: { deps: EventDeps; scope: OrgScope },
): AsyncGenerator<IssueEvent, void> {
  for await (const row of rows) {
    if (deps.symbols) await resolveFrames(deps.symbols, scope, row)
    yield eventView(row, issueUid, deps.onDamagedEvent)
  }
}
