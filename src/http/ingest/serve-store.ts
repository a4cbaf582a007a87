import { acceptEvent } from '#ingest/accept-event.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import { answerId } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, inTurn, receive } from './receive.ts'

export async function serveStore(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { request } = exchange
  const { authenticator, config } = services
  const { sender, body } = await receive(exchange, { authenticator, lease, maxBytes: config.maxBodyBytes })
  const source = { key: sender.key, clientIp: request.ip }
  const id = await inTurn(services.turns, { exchange, sender }, () =>
    acceptEvent(services.accept, source, readStoreEvent(body)),
  )
  answerId(exchange, sender.dialect, id)
}
