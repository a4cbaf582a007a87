import { Readable } from 'node:stream'
import { streamMessage } from '#contract/stream.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { type AuthenticatedCall, eventStreamRoute, type Route } from './route.ts'

export const STREAM_ROUTE: Route = eventStreamRoute(
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
)

async function getStream({ services, principal, request, reply }: AuthenticatedCall): Promise<Readable> {
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') return Readable.from([])
  // The connection serves nothing after it, and must not stay when the service stops.
  reply.header('connection', 'close')
  const { orgId, userId } = principal
  const credentialId = principal.kind === 'token' ? principal.token.id : principal.session.id
  return services.streams.open({ orgId, userId, kind: principal.kind, credentialId })
}
