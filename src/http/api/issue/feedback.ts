import { listEventFeedback, listFeedback, listIssueFeedback } from '#actions/events/list-feedback.ts'
import type { FeedbackAnswer } from '#contract/event/event.ts'
import type {
  FeedbackListQuery,
  FeedbackPage,
  IssueFeedbackAnswer,
  IssueFeedbackQuery,
} from '#contract/event/feedback.ts'
import type { IdParams } from '#contract/scalars.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getFeedback(
  call: AuthenticatedCall<{ query: FeedbackListQuery }>,
): Promise<FeedbackPage> {
  return listFeedback(call.services, call.principal, call.query)
}

export async function getIssueFeedback(
  call: AuthenticatedCall<{ params: IdParams; query: IssueFeedbackQuery }>,
): Promise<IssueFeedbackAnswer> {
  const { services, principal, params, query } = call
  return { feedback: await listIssueFeedback(services, principal, { issueId: params.id, query }) }
}

export async function getEventFeedback(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<FeedbackAnswer> {
  return { feedback: await listEventFeedback(call.services, call.principal, call.params.id) }
}
