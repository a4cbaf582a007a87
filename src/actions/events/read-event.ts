import { ServiceError } from '#contract/errors.ts'
import type { EventDetail } from '#contract/event/detail.ts'
import { uuidFromBytes, uuidToBytes } from '#domain/text/uuid.ts'
import { answersInOrder } from '#platform/answers-in-order.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  countNewerEvents,
  type EventRow,
  findEvent,
  listEvents,
  neighbourEvent,
  readEvents,
} from '#storage/event/event.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { eventView } from './event-view.ts'
import { issueByMaps } from './issue-by-maps.ts'
import { resolveWithSource } from './resolve-frames.ts'

/** With its place among the events of the issue it is shown in. @throws not_found */
export async function readEvent(deps: EventDeps, org: Org, eventId: string): Promise<EventDetail> {
  return readDetail(deps, org, async (scope) => {
    const row = await findEvent(scope, uuidToBytes(eventId))
    return row && { row, family: await requireIssueFamily(scope, row.issue_uid) }
  })
}

/** Includes merged issues. @throws not_found, also for an issue without stored events. */
export async function readLatestEvent(deps: EventDeps, org: Org, issueId: string): Promise<EventDetail> {
  return readDetail(deps, org, async (scope) => {
    const family = await requireIssueFamily(scope, issueId)
    const listed = await listEvents(scope, { issueIds: family.ids, limit: 1, offset: 0 })
    for await (const row of await readEvents(scope, listed, scope)) return { row, family }
    return undefined
  })
}

interface Found {
  row: EventRow
  family: Awaited<ReturnType<typeof requireIssueFamily>>
}

async function readDetail(
  deps: EventDeps,
  org: Org,
  find: (scope: OrgScope) => Promise<Found | undefined>,
): Promise<EventDetail> {
  const { row, issue, ...rest } = await deps.database.snapshotOf(org, async (scope) => {
    const found = await find(scope)
    if (!found) throw new ServiceError('not_found', 'This event is not stored, or never existed.')
    const { row, family } = found
    return {
      row,
      issue: family.issue,
      ...(await placeOf(scope, family.ids, row)),
      total: family.issue.stored_event_count,
      grouping: row.document?.grouping ?? null,
    }
  })
  // Maps take their time: no snapshot is held meanwhile.
  const scope = deps.database.scope(org)
  const isResolved = await resolveWithSource(deps.symbols, scope, row)
  const other = isResolved ? await issueByMaps(scope, row, issue.id) : {}
  return { ...eventView(row, issue.uid, deps.onDamagedEvent), ...rest, ...other }
}

async function placeOf(scope: OrgScope, issueIds: readonly number[], row: EventRow) {
  const [newerCount, newer, older] = await answersInOrder([
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
