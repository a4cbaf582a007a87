import { Readable } from 'node:stream'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getStream({
  services,
  principal,
  request,
  reply,
}: AuthenticatedCall): Promise<Readable> {
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') return Readable.from([])
  // The connection serves nothing after it, and must not stay when the service stops.
  reply.header('connection', 'close')
  const { orgId, userId } = principal
  const credentialId = principal.kind === 'token' ? principal.token.id : principal.session.id
  return services.streams.open({ orgId, userId, kind: principal.kind, credentialId })
}
