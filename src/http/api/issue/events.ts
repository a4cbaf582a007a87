import type { EventDeps } from '#actions/action-deps.ts'
import { issueEvents } from '#actions/events/list-events.ts'
import { readEvent, readLatestEvent } from '#actions/events/read-event.ts'
import { issueSuspectCommits } from '#actions/events/suspect-commits.ts'
import { explainIssue } from '#actions/grouping/explain-issue.ts'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventListQuery } from '#contract/event/event.ts'
import type { GroupingQuery, IssueGrouping } from '#contract/issue/grouping.ts'
import type { SuspectCommits } from '#contract/issue/suspect-commits.ts'
import type { IdParams } from '#contract/scalars.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'
import { ListInPieces } from '../../server/list-in-pieces.ts'

const DAMAGED_EVENT =
  'the stored document of an event is damaged; it is shown without its payload. Run `errata verify --deep`'

export async function getIssueEvents(
  call: AuthenticatedCall<{ params: IdParams; query: EventListQuery }>,
): Promise<ListInPieces> {
  const { principal, params, query } = call
  const { events, ...rest } = await issueEvents(eventDeps(call), principal, { issueId: params.id, query })
  return new ListInPieces('events', events, rest)
}

export async function getEvent(call: AuthenticatedCall<{ params: IdParams }>): Promise<EventDetail> {
  return readEvent(eventDeps(call), call.principal, call.params.id)
}

export async function getLatestEvent(call: AuthenticatedCall<{ params: IdParams }>): Promise<EventDetail> {
  return readLatestEvent(eventDeps(call), call.principal, call.params.id)
}

export async function getIssueGrouping(
  call: AuthenticatedCall<{ params: IdParams; query: GroupingQuery }>,
): Promise<IssueGrouping> {
  const { principal, params, query } = call
  return explainIssue(eventDeps(call), principal, { issueId: params.id, query })
}

export async function getSuspectCommits(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<SuspectCommits> {
  return issueSuspectCommits(eventDeps(call), call.principal, call.params.id)
}

function eventDeps({ services, request }: Pick<AuthenticatedCall, 'services' | 'request'>): EventDeps {
  const { database, clock, symbols } = services
  return { database, clock, symbols, onDamagedEvent: (event) => request.log.error(event, DAMAGED_EVENT) }
}
