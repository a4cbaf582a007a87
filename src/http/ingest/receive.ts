import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { readEnvelope } from '#domain/envelope.ts'
import type { DsnAuthenticator, DsnKey } from '#ingest/authenticate-dsn.ts'
import { type Dialect, type DsnCredentials, readDsn, readDsnCredentials } from '#ingest/dsn-credentials.ts'
import type { BodyLease } from '#ingest/in-flight-budget.ts'
import { bodyTooLarge, type OpenedEnvelope, openEnvelope, type WireBody } from '#ingest/read-event.ts'
import { canonicalEncoding, inflateHead } from '#platform/content-encoding.ts'
import { readBody } from './read-body.ts'

const NO_KEY =
  'The request names no DSN key: send it in the X-Compat-Auth or X-Sentry-Auth header, or in the query as compat_key or sentry_key.'

/** An ingest request; `project` is the path's spelling of the project id. */
export type IngestRequest = FastifyRequest<{ Params: { project: string; version?: string } }>

/** A request and the bare response that answers it. */
export interface IngestExchange {
  request: IngestRequest
  res: ServerResponse
  /** Set once the request is authenticated. */
  key: DsnKey | null
}

export interface Sender {
  key: DsnKey
  dialect: Dialect
}

export interface ReceiveOptions {
  authenticator: DsnAuthenticator
  lease: BodyLease
  /** Largest body, on the wire and inflated. */
  maxBytes: number
}

/** An envelope and who sent it. */
export interface ReceivedEnvelope {
  sender: Sender
  body: WireBody
  envelope: OpenedEnvelope
}

/** The client went away before its request was complete: nobody is left to answer. */
export class ClientGoneError extends Error {}

/**
 * Authenticates a request by its headers or query, then reads its body.
 * @throws ServiceError invalid_dsn, dsn_revoked, project_mismatch, payload_too_large, queue_unavailable
 */
export async function receive(
  exchange: IngestExchange,
  options: ReceiveOptions,
): Promise<{ sender: Sender; body: WireBody }> {
  const { request } = exchange
  const credentials = readDsnCredentials(request.headers, request.query)
  const sender = await identify(exchange, options, credentials)
  return { sender, body: await receiveBody(request, options) }
}

/**
 * As `receive`, for an envelope: where neither headers nor query name a key, the `dsn` of the envelope's
 * header does (an SDK sending through a tunnel). A key is still looked for before the body is judged.
 * @throws ServiceError as `receive`, and invalid_envelope
 */
export async function receiveEnvelope(
  exchange: IngestExchange,
  options: ReceiveOptions,
): Promise<ReceivedEnvelope> {
  const { request } = exchange
  const credentials = readDsnCredentials(request.headers, request.query)
  if (credentials === null) return receiveTunnelled(exchange, options)
  const sender = await identify(exchange, options, credentials)
  const body = await receiveBody(request, options)
  return { sender, body, envelope: openEnvelope(body) }
}

async function receiveTunnelled(
  exchange: IngestExchange,
  options: ReceiveOptions,
): Promise<ReceivedEnvelope> {
  const { encoding, bytes, complete } = await takeBody(exchange.request, options, true)
  const body = { bytes, encoding, maxBytes: options.maxBytes }
  const opened = complete ? tryOpen(body) : bodyTooLarge(options.maxBytes)
  const dsn = opened instanceof ServiceError ? dsnInHead(body) : opened.header.dsn
  const sender = await identify(exchange, options, readDsn(dsn))
  if (opened instanceof ServiceError) throw opened
  return { sender, body, envelope: opened }
}

function dsnInHead({ bytes, encoding }: WireBody): string | undefined {
  if (encoding === null) return undefined
  const reading = readEnvelope(inflateHead(bytes, encoding))
  return reading.ok ? reading.header.dsn : undefined
}

function tryOpen(body: WireBody): OpenedEnvelope | ServiceError {
  try {
    return openEnvelope(body)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

async function identify(
  exchange: IngestExchange,
  { authenticator }: ReceiveOptions,
  credentials: DsnCredentials | null,
): Promise<Sender> {
  if (credentials === null) throw new ServiceError('invalid_dsn', NO_KEY)
  const found = authenticator.authenticate(credentials, exchange.request.params.project)
  const key = found instanceof Promise ? await found : found
  exchange.key = key
  return { key, dialect: credentials.dialect }
}

async function receiveBody(request: IngestRequest, options: ReceiveOptions): Promise<WireBody> {
  const { bytes, encoding, complete } = await takeBody(request, options, false)
  if (!complete) throw bodyTooLarge(options.maxBytes)
  return { bytes, encoding, maxBytes: options.maxBytes }
}

/** The body on the wire; `complete` is false where it is too large and `bytes` only its head. */
async function takeBody(request: IngestRequest, { maxBytes, lease }: ReceiveOptions, wantHead: boolean) {
  const outcome = await readBody(request.raw, { maxBytes, lease, wantHead })
  const encoding = canonicalEncoding(request.headers['content-encoding'])
  switch (outcome.status) {
    case 'read':
      return { bytes: outcome.bytes, encoding, complete: true }
    case 'too_large':
      return { bytes: outcome.head, encoding, complete: false }
    case 'overloaded':
      throw new ServiceError('queue_unavailable', 'Too many bodies at once. Try again shortly.', {
        retryAfterSeconds: 2,
      })
    case 'aborted':
      throw new ClientGoneError()
  }
}
