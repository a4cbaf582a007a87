import { ServiceError } from '#contract/errors.ts'
import { uuidToHex } from '#domain/uuid.ts'
import { acceptEvent } from '#ingest/accept-event.ts'
import { storeEnvelopeFeedback } from '#ingest/feedback.ts'
import type { BodyLease } from '#ingest/in-flight-budget.ts'
import { readEnvelopeEvent } from '#ingest/read-event.ts'
import { answerAccepted, answerEmpty, answerOk } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, receiveEnvelope } from './receive.ts'

/**
 * POST /api/{project}/envelope/: the first event item goes to the journal; in the vendor dialect feedback
 * items are stored and an envelope without an event is fine, in ours it is invalid_envelope.
 */
export async function serveEnvelope(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { request, res } = exchange
  const { sender, body, envelope } = await receiveEnvelope(exchange, {
    authenticator: services.authenticator,
    lease,
    maxBytes: services.config.maxBodyBytes,
  })
  const { key, dialect } = sender
  const event = readEnvelopeEvent(body, envelope)
  if (event === null && dialect === 'compat') throw new ServiceError('invalid_envelope')
  const id = event && (await acceptEvent(services.accept, { key, clientIp: request.ip }, event))
  if (dialect === 'sentry') await storeEnvelopeFeedback(services, key, envelope)
  if (id === null) answerEmpty(res)
  else if (dialect === 'compat') answerAccepted(res, id)
  else answerOk(res, uuidToHex(id))
}
