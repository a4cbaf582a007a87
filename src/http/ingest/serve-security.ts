import { acceptEvent } from '#ingest/accept-event.ts'
import { firstText } from '#ingest/admission/dsn-credentials.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import type { ReadEvent } from '#ingest/read-event.ts'
import { type ReportContext, readSecurityEvents } from '#ingest/read-security-events.ts'
import { answerEmpty, answerId } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, type IngestRequest, inTurn, receive } from './receive.ts'

/** Reports of violated policies, which browsers send themselves (decision 0168). */
export async function serveSecurity(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { request } = exchange
  const { authenticator, config, accept } = services
  const { sender, body } = await receive(exchange, { authenticator, lease, maxBytes: config.maxBodyBytes })
  const source = { key: sender.key, clientIp: request.ip }
  const first = await inTurn(services.turns, { exchange, sender }, () =>
    acceptAll(services, source, readSecurityEvents(body, reportContext(request, accept.clock()))),
  )
  if (first === undefined) answerEmpty(exchange)
  else answerId(exchange, sender.dialect, first)
}

/** Waits for all of them before it fails: the body counts as in flight for as long. @returns the first ID */
async function acceptAll(
  { accept }: IngestServices,
  source: Parameters<typeof acceptEvent>[1],
  events: ReadEvent[],
): Promise<string | undefined> {
  const outcomes = await Promise.allSettled(events.map(async (event) => acceptEvent(accept, source, event)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.find((outcome) => outcome.status === 'fulfilled')?.value
}

function reportContext(request: IngestRequest, now: number): ReportContext {
  const query = request.query as Record<string, unknown>
  return {
    now,
    userAgent: request.headers['user-agent'],
    environment: firstText(query.sentry_environment),
    release: firstText(query.sentry_release),
  }
}
