import { readFileSync } from 'node:fs'
import { ServiceError } from '#contract/errors.ts'
import { INGEST_LIMITS } from '#contract/limits.ts'
import { isLoopback } from '#domain/access/client-network.ts'
import { parseUuid } from '#domain/text/uuid.ts'
import { readDsn } from '#ingest/admission/dsn-credentials.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { readFeedbackForm } from '#ingest/feedback/read-feedback.ts'
import { inflateBody } from '#ingest/read-event.ts'
import { answerEmpty, answerScript } from '../ingest-answer.ts'
import type { IngestServices } from '../ingest-services.ts'
import { type IngestExchange, identify, inTurn, receiveBody, type Sender, stillAllowed } from '../receive.ts'

const SCRIPT = readFileSync(new URL('./dialog.js', import.meta.url))
interface DialogSender {
  sender: Sender
  eventId: string
}

/** The crash dialog's script, the same for everybody: it reads the page's texts from its own address. */
export async function serveDialog(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  await identifyDialog(services, exchange, lease)
  answerScript(exchange, SCRIPT)
}

/** Takes what a person wrote into the dialog. The event may still be on its way. */
export async function serveDialogForm(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { sender, eventId } = await identifyDialog(services, exchange, lease)
  checkRate(services, exchange, sender)
  const options = { authenticator: services.authenticator, lease, maxBytes: INGEST_LIMITS.dialogFormBytes }
  const body = await receiveBody(exchange, options)
  const present = await stillAllowed(exchange, options, sender)
  const form = await inTurn(services.turns, { exchange, sender: present }, () =>
    readFeedbackForm(inflateBody(body, 'invalid_request'), eventId),
  )
  await services.feedback.take(present.key, [form])
  answerEmpty(exchange)
}

/** The DSN and the event are in the query: a script has no headers. */
async function identifyDialog(
  { authenticator, config }: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<DialogSender> {
  const { dsn, eventId } = exchange.request.query as Record<string, unknown>
  const credentials = readDsn(dsn)
  if (credentials === null) {
    throw new ServiceError('invalid_dsn', 'The URL has no DSN. Add the parameter dsn.')
  }
  const pathId = new URL(String(dsn)).pathname.split('/').at(-1)!
  const options = { authenticator, lease, maxBytes: config.maxBodyBytes }
  const sender = await identify(exchange, options, { ...credentials, pathId })
  const id = parseUuid(eventId)
  if (id === undefined) {
    throw new ServiceError('invalid_request', 'The URL has no event ID. Add the parameter eventId, a UUID.')
  }
  return { sender, eventId: id }
}

/** On this machine stand proxies, which speak for everybody. */
function checkRate({ accept }: IngestServices, { request }: IngestExchange, { key }: Sender): void {
  if (isLoopback(request.ip)) return
  const client = { owner: `dialog:${key.projectId}`, address: request.ip }
  const seconds = accept.clients.admit(client, INGEST_LIMITS.dialogFormsPerMinute)
  if (seconds === null) return
  const message = `This address has sent ${INGEST_LIMITS.dialogFormsPerMinute} crash reports to the project within a minute. Try again in ${seconds} s.`
  throw new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: seconds })
}
