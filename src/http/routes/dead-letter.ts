import {
  deadLetterPage,
  deadLetterParams,
  deadLetterQuery,
  retriedAnswer,
} from '#contract/event/dead-letter.ts'
import { getDeadLetters, postRetry } from '../api/issue/dead-letters.ts'
import { authenticatedRoute, type Route } from './route.ts'

/** Accepted events that could not be processed; a part of the page of routes. */
export function deadLetterRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/dead-letters',
      {
        access: 'dead-letters:read',
        summary: 'List events that could not be processed',
        query: deadLetterQuery,
        answer: deadLetterPage,
      },
      getDeadLetters,
    ),
    authenticatedRoute(
      'POST /api/v1/dead-letters/{id}/retry',
      {
        access: 'dead-letters:retry',
        summary: 'Retry an event that could not be processed',
        params: deadLetterParams,
        answer: retriedAnswer,
        limit: 'two at a time; organizations take turns',
        errors: ['conflict', 'rate_limit_exceeded'],
      },
      postRetry,
    ),
  ]
}
