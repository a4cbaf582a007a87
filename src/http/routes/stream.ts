import { streamMessage } from '#contract/stream.ts'
import { getStream } from '../api/live/stream.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { eventStreamRoute, type Route } from './route.ts'

export function streamRoutes(): Route[] {
  return [
    eventStreamRoute(
      'GET /api/v1/stream',
      {
        access: 'issues:read',
        summary: 'Stream changes as server-sent events',
        success: 'An endless stream; each `data:` line is one message.',
        answer: streamMessage,
        limit: LIMIT_TEXTS.streams,
        errors: ['rate_limit_exceeded'],
      },
      getStream,
    ),
  ]
}
