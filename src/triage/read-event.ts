import { ServiceError } from '#contract/errors.ts'
import type { EventDetail } from '#contract/event-detail.ts'
import { uuidFromBytes, uuidToBytes } from '#domain/uuid.ts'
import { countNewerEvents, type EventRow, findEvent, neighbourEvent } from '#storage/event.ts'
import type { OrgScope } from '#storage/scope.ts'
import { eventView } from './event-view.ts'
import { requireIssueFamily } from './require-issue.ts'
import { inSnapshot, type Org, type TriageDeps } from './triage-deps.ts'

/**
 * A stored event by its id, and its place among the events of the issue it is shown in.
 * @throws ServiceError not_found where the organization has no stored event of this id.
 */
export async function readEvent(deps: TriageDeps, org: Org, eventId: string): Promise<EventDetail> {
  return inSnapshot(deps, org, async (scope) => {
    const row = await findEvent(scope, uuidToBytes(eventId))
    if (!row) throw new ServiceError('not_found', 'There is no stored event with this id.')
    const { issue, ids } = await requireIssueFamily(scope, row.issue_uid)
    return {
      ...eventView(row, issue.uid),
      ...(await placeOf(scope, ids, row)),
      total: issue.stored_event_count,
      grouping: row.document?.grouping ?? null,
    }
  })
}

async function placeOf(scope: OrgScope, issueIds: readonly number[], row: EventRow) {
  const [newerCount, newer, older] = await Promise.all([
    countNewerEvents(scope, issueIds, row),
    neighbourEvent(scope, issueIds, { place: row, side: 'newer' }),
    neighbourEvent(scope, issueIds, { place: row, side: 'older' }),
  ])
  return {
    position: newerCount + 1,
    newer_event_id: newer ? uuidFromBytes(newer) : null,
    older_event_id: older ? uuidFromBytes(older) : null,
  }
}
