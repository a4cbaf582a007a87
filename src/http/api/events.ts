import type { Readable } from 'node:stream'
import type { CompletionAnswer, CompletionQuery } from '#contract/completion.ts'
import type { EventListQuery, FeedbackAnswer } from '#contract/event.ts'
import type { EventDetail } from '#contract/event-detail.ts'
import type { ReleaseList } from '#contract/release.ts'
import type { IdParams } from '#contract/scalars.ts'
import { completeSearch } from '#triage/complete-search.ts'
import { issueEvents } from '#triage/issue-events.ts'
import { projectReleases } from '#triage/project-releases.ts'
import { readEvent } from '#triage/read-event.ts'
import { readFeedback } from '#triage/read-feedback.ts'
import { jsonPieces } from '../json-pieces.ts'
import type { SessionCall } from '../route.ts'

/** GET /api/v1/issues/{id}/events. */
export async function getIssueEvents(
  call: SessionCall<{ params: IdParams; query: EventListQuery }>,
): Promise<Readable> {
  const { services, principal, params, query, reply } = call
  const { events, ...rest } = await issueEvents(services, principal, { issueId: params.id, query })
  reply.type('application/json; charset=utf-8')
  return jsonPieces('events', events, rest)
}

/** GET /api/v1/events/{id}. */
export async function getEvent(call: SessionCall<{ params: IdParams }>): Promise<EventDetail> {
  return readEvent(call.services, call.principal, call.params.id)
}

/** GET /api/v1/events/{id}/feedback. */
export async function getEventFeedback(call: SessionCall<{ params: IdParams }>): Promise<FeedbackAnswer> {
  return { feedback: await readFeedback(call.services, call.principal, call.params.id) }
}

/** GET /api/v1/projects/{id}/releases. */
export async function getProjectReleases(call: SessionCall<{ params: IdParams }>): Promise<ReleaseList> {
  return { releases: await projectReleases(call.services, call.principal, call.params.id) }
}

/** GET /api/v1/search/values. */
export async function getSearchValues(
  call: SessionCall<{ query: CompletionQuery }>,
): Promise<CompletionAnswer> {
  return { values: await completeSearch(call.services, call.principal, call.query) }
}
