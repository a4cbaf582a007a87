import type { EventListQuery, EventPage, IssueEvent } from '#contract/event.ts'
import { countEventsOfRelease, type EventRow, listEvents, readEvents } from '#storage/event.ts'
import { eventView } from './event-view.ts'
import { requireIssueFamily } from './require-issue.ts'
import { inSnapshot, type Org, readScope, type TriageDeps } from './triage-deps.ts'

/** A page of which events are read as they are asked for: two hundred large ones do not fit into memory. */
export interface IssueEvents extends Omit<EventPage, 'events'> {
  events: AsyncIterable<IssueEvent>
}

/**
 * A page of an issue's stored events, newest first, those of issues merged into it included. `total` is
 * the number of rows the whole list has, so counted-only and evicted events are not in it.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function issueEvents(
  deps: TriageDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: EventListQuery },
): Promise<IssueEvents> {
  return inSnapshot(deps, org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const release = query.release ? query.release : null
    const listed = await listEvents(scope, {
      issueIds: ids,
      release,
      limit: query.limit,
      offset: query.offset,
    })
    const total =
      release === null ? issue.stored_event_count : await countEventsOfRelease(scope, ids, release)
    return {
      events: viewsOf(await readEvents(scope, listed, readScope(deps, org)), issue.uid),
      total,
      has_more: query.offset + listed.length < total,
    }
  })
}

async function* viewsOf(rows: AsyncIterable<EventRow>, issueUid: string): AsyncGenerator<IssueEvent, void> {
  for await (const row of rows) yield eventView(row, issueUid)
}
