import { ServiceError } from '#contract/errors.ts'
import { acceptEvent } from '#ingest/accept-event.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { readEnvelopeDrops } from '#ingest/drops/read-drops.ts'
import { readEnvelopeFeedback, type SentFeedback } from '#ingest/feedback/read-feedback.ts'
import { noEventError } from '#ingest/open-envelope.ts'
import { readEnvelopeEvent } from '#ingest/read-event.ts'
import { answerEmpty, answerId } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import type { IngestExchange, Sender } from './receive.ts'
import { type ReceivedEnvelope, receiveEnvelope } from './receive-envelope.ts'

interface TakenEnvelope {
  sender: Sender
  /** Null: the envelope holds no event. */
  accepted: Promise<string> | null
  feedback: SentFeedback[]
}

/** POST /api/{project}/envelope/: the first event item goes to the journal; in the vendor dialect feedback
 * items are stored and an envelope without an event is fine if it can be read to its end (what can't may
 * have held one), in ours it is invalid_envelope. */
export async function serveEnvelope(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { authenticator, config, lane, turns } = services
  const options = { authenticator, lease, lane, turns, maxBytes: config.maxBodyBytes }
  const { sender, accepted, feedback } = await receiveEnvelope(exchange, options, (received) =>
    takeEnvelope(services, exchange, received),
  )
  const id = accepted && (await accepted)
  await takeFeedback(services, exchange, { sender, feedback, hasEvent: id !== null })
  if (id === null) answerEmpty(exchange)
  else answerId(exchange, sender.dialect, id)
}

/** In one go, so that nothing of the opened envelope outlives it while the journal writes. */
function takeEnvelope(
  services: IngestServices,
  { request }: IngestExchange,
  { sender, body, envelope }: ReceivedEnvelope,
): TakenEnvelope {
  const { key, dialect } = sender
  const event = readEnvelopeEvent(body, envelope)
  const feedback = dialect === 'sentry' ? readEnvelopeFeedback(envelope.bytes, envelope.items) : []
  if (dialect === 'sentry') {
    for (const { kind, reason, quantity } of readEnvelopeDrops(envelope.bytes, envelope.items)) {
      services.drops.count(key, `${kind}:${reason}`, quantity)
    }
  }
  const isHousekeeping = dialect === 'sentry' && (envelope.fault === undefined || feedback.length > 0)
  if (event === null && !isHousekeeping) throw noEventError(envelope)
  const accepted = event && acceptEvent(services.accept, { key, clientIp: request.ip }, event)
  return { sender, accepted, feedback }
}

/** Past the feedback cap, the answer to an accepted event says in its headers that feedback is to stop. */
async function takeFeedback(
  services: IngestServices,
  { res }: IngestExchange,
  { sender, feedback, hasEvent }: { sender: Sender; feedback: SentFeedback[]; hasEvent: boolean },
): Promise<void> {
  try {
    await services.feedback.take(sender.key, feedback)
  } catch (error) {
    const isCapReached = error instanceof ServiceError && error.code === 'feedback_cap_exceeded'
    if (!hasEvent || !isCapReached) throw error
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  }
}
