import type { EventDeps } from '#actions/action-deps.ts'
import { issueEvents } from '#actions/events/list-events.ts'
import { readEvent, readLatestEvent } from '#actions/events/read-event.ts'
import { issueSuspectCommits } from '#actions/events/suspect-commits.ts'
import { explainIssue } from '#actions/grouping/explain-issue.ts'
import { eventDetail } from '#contract/event/detail.ts'
import { eventIdParams, eventListQuery, eventPage } from '#contract/event/event.ts'
import { groupingQuery, issueGrouping } from '#contract/issue/grouping.ts'
import { suspectCommits } from '#contract/issue/suspect-commits.ts'
import { idParams } from '#contract/scalars.ts'
import { ListInPieces } from '../../server/list-in-pieces.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route, streamedRoute } from '../route.ts'

const DAMAGED_EVENT =
  'the stored document of an event is damaged; it is shown without its payload. Run `errata verify --deep`'

export const EVENT_ROUTES: readonly Route[] = [
  streamedRoute(
    'GET /api/v1/issues/{id}/events',
    {
      access: 'issues:read',
      summary: 'List the stored events of an issue',
      params: idParams,
      query: eventListQuery,
      answer: eventPage,
    },
    async (call) => {
      const { principal, params, query } = call
      const request = { issueId: params.id, query }
      const { events, ...rest } = await issueEvents(eventDeps(call), principal, request)
      return new ListInPieces('events', events, rest)
    },
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/events/latest',
    {
      access: 'issues:read',
      summary: 'Show the newest stored event of an issue',
      params: idParams,
      answer: eventDetail,
    },
    (call) => readLatestEvent(eventDeps(call), call.principal, call.params.id),
  ),
  authenticatedRoute(
    'GET /api/v1/events/{id}',
    { access: 'issues:read', summary: 'Show a stored event', params: eventIdParams, answer: eventDetail },
    (call) => readEvent(eventDeps(call), call.principal, call.params.id),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/grouping',
    {
      access: 'issues:read',
      params: idParams,
      summary: 'Explain the grouping of an issue',
      query: groupingQuery,
      answer: issueGrouping,
    },
    (call) => explainIssue(eventDeps(call), call.principal, { issueId: call.params.id, query: call.query }),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/suspect-commits',
    {
      access: 'issues:read',
      params: idParams,
      summary: 'List commits of the release an issue began in that changed files of its stack',
      answer: suspectCommits,
    },
    (call) => issueSuspectCommits(eventDeps(call), call.principal, call.params.id),
  ),
]

function eventDeps({ services, request }: Pick<AuthenticatedCall, 'services' | 'request'>): EventDeps {
  const { database, clock, symbols } = services
  return { database, clock, symbols, onDamagedEvent: (event) => request.log.error(event, DAMAGED_EVENT) }
}
