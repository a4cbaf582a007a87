import { listDeadLetters, retryListedLetter } from '#actions/events/dead-letters.ts'
import {
  deadLetterPage,
  deadLetterParams,
  deadLetterQuery,
  retriedAnswer,
} from '#contract/event/dead-letter.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { authenticatedRoute, type Route } from '../route.ts'

/** Accepted events that could not be processed. */
export const DEAD_LETTER_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/dead-letters',
    {
      access: 'dead-letters:read',
      summary: 'List events that could not be processed',
      query: deadLetterQuery,
      answer: deadLetterPage,
    },
    ({ services, principal, query }) => listDeadLetters(services, principal, query),
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
    (call) => retryListedLetter(call.services, callerOf(call), call.params.id),
  ),
]
