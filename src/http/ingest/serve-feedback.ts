import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { readFeedbackBody } from '#ingest/feedback/read-feedback.ts'
import { inflateBody } from '#ingest/read-event.ts'
import { answerCreated } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, inTurn, receive } from './receive.ts'

export async function serveFeedback(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { sender, body } = await receive(exchange, {
    authenticator: services.authenticator,
    lease,
    maxBytes: services.config.maxBodyBytes,
  })
  const feedback = await inTurn(services.turns, { exchange, sender }, () =>
    readFeedbackBody(inflateBody(body, 'invalid_request')),
  )
  answerCreated(exchange, { id: await services.feedback.submit(sender.key, feedback) })
}
