import { uuidToHex } from '#domain/uuid.ts'
import { acceptEvent } from '#ingest/accept-event.ts'
import { type EnvelopeFeedback, readEnvelopeFeedback, storeEnvelopeFeedback } from '#ingest/feedback.ts'
import type { BodyLease } from '#ingest/in-flight-budget.ts'
import { noEventError, readEnvelopeEvent } from '#ingest/read-event.ts'
import { answerAccepted, answerEmpty, answerOk } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, type ReceivedEnvelope, receiveEnvelope, type Sender } from './receive.ts'

/** What is left of an envelope once its items are on their way. */
interface TakenEnvelope extends Sender {
  /** Null: the envelope holds no event. */
  accepted: Promise<string> | null
  feedback: EnvelopeFeedback[]
}

/**
 * POST /api/{project}/envelope/: the first event item goes to the journal; in the vendor dialect feedback
 * items are stored and an envelope without an event is fine where it can be read to its end (what can't may
 * have held one), in ours it is invalid_envelope.
 */
export async function serveEnvelope(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { authenticator, config } = services
  const options = { authenticator, lease, maxBytes: config.maxBodyBytes }
  const { key, dialect, accepted, feedback } = await receiveEnvelope(exchange, options).then((received) =>
    takeEnvelope(services, exchange, received),
  )
  const id = accepted && (await accepted)
  await storeEnvelopeFeedback(services, key, feedback)
  if (id === null) answerEmpty(exchange)
  else if (dialect === 'compat') answerAccepted(exchange, id)
  else answerOk(exchange, uuidToHex(id))
}

/** In one go, so that nothing of the opened envelope outlives it while the journal writes. */
function takeEnvelope(
  services: IngestServices,
  { request }: IngestExchange,
  { sender, body, envelope }: ReceivedEnvelope,
): TakenEnvelope {
  const { key, dialect } = sender
  const event = readEnvelopeEvent(body, envelope)
  const feedback = dialect === 'sentry' ? readEnvelopeFeedback(envelope) : []
  const isHousekeeping = dialect === 'sentry' && (envelope.fault === undefined || feedback.length > 0)
  if (event === null && !isHousekeeping) throw noEventError(envelope)
  const accepted = event && acceptEvent(services.accept, { key, clientIp: request.ip }, event)
  return { key, dialect, accepted, feedback }
}
