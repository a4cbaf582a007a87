import { listEventFeedback, listFeedback, listIssueFeedback } from '#actions/events/list-feedback.ts'
import { eventIdParams, feedbackAnswer } from '#contract/event/event.ts'
import {
  feedbackListQuery,
  feedbackPage,
  issueFeedbackAnswer,
  issueFeedbackQuery,
} from '#contract/event/feedback.ts'
import { idParams } from '#contract/scalars.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export const FEEDBACK_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/feedback',
    {
      access: 'issues:read',
      summary: 'List user feedback',
      query: feedbackListQuery,
      answer: feedbackPage,
      errors: ['not_found'],
    },
    ({ services, principal, query }) => listFeedback(services, principal, query),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/feedback',
    {
      access: 'issues:read',
      summary: 'List user feedback about an issue',
      params: idParams,
      query: issueFeedbackQuery,
      answer: issueFeedbackAnswer,
    },
    async ({ services, principal, params, query }) => ({
      feedback: await listIssueFeedback(services, principal, { issueId: params.id, query }),
    }),
  ),
  authenticatedRoute(
    'GET /api/v1/events/{id}/feedback',
    {
      access: 'issues:read',
      summary: 'List user feedback about an event',
      params: eventIdParams,
      answer: feedbackAnswer,
    },
    async ({ services, principal, params }) => ({
      feedback: await listEventFeedback(services, principal, params.id),
    }),
  ),
]
