import type { EventListQuery, EventPage } from '#contract/event.ts'
import { countEventsOfRelease, listEvents } from '#storage/event.ts'
import { eventView } from './event-view.ts'
import { requireIssueFamily } from './require-issue.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

/**
 * A page of an issue's stored events, newest first, those of issues merged into it included. `total` is
 * the number of rows the whole list has, so counted-only and evicted events are not in it.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function issueEvents(
  deps: TriageDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: EventListQuery },
): Promise<EventPage> {
  const scope = readScope(deps, org)
  const { issue, ids } = await requireIssueFamily(scope, issueId)
  const release = query.release ? query.release : null
  const [rows, total] = await Promise.all([
    listEvents(scope, { issueIds: ids, release, limit: query.limit, offset: query.offset }),
    release === null ? issue.stored_event_count : countEventsOfRelease(scope, ids, release),
  ])
  return {
    events: rows.map((row) => eventView(row, issue.uid)),
    total,
    has_more: query.offset + rows.length < total,
  }
}
