import { eventIdParams, feedbackAnswer } from '#contract/event/event.ts'
import {
  feedbackListQuery,
  feedbackPage,
  issueFeedbackAnswer,
  issueFeedbackQuery,
} from '#contract/event/feedback.ts'
import { idParams } from '#contract/scalars.ts'
import { getEventFeedback, getFeedback, getIssueFeedback } from '../api/issue/feedback.ts'
import { authenticatedRoute, type Route } from './route.ts'

export function feedbackRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/feedback',
      {
        access: 'issues:read',
        summary: 'List user feedback',
        query: feedbackListQuery,
        answer: feedbackPage,
        errors: ['not_found'],
      },
      getFeedback,
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
      getIssueFeedback,
    ),
    authenticatedRoute(
      'GET /api/v1/events/{id}/feedback',
      {
        access: 'issues:read',
        summary: 'List user feedback about an event',
        params: eventIdParams,
        answer: feedbackAnswer,
      },
      getEventFeedback,
    ),
  ]
}
