import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { INGEST_LIMITS } from '#contract/limits.ts'
import { clientNetwork, isLoopback } from '#domain/access/client-network.ts'
import type { DsnAuthenticator, DsnKey } from '#ingest/admission/authenticate-dsn.ts'
import { checkOrigin } from '#ingest/admission/check-origin.ts'
import {
  type ClientDialect,
  type DsnCredentials,
  readDsnCredentials,
} from '#ingest/admission/dsn-credentials.ts'
import type { BodyLease, Holder } from '#ingest/admission/in-flight-budget.ts'
import type { WorkTurns } from '#ingest/admission/work-turns.ts'
import { envelopeTooLarge } from '#ingest/open-envelope.ts'
import { bodyTooLarge, type WireBody } from '#ingest/read-event.ts'
import { canonicalEncoding } from '#platform/coding/content-encoding.ts'
import { announcesTooMuch } from '../server/expect-continue.ts'
import { overdueError } from '../server/overdue.ts'
import { ClientGoneError } from './client-gone.ts'
import { type BodyOutcome, readBody } from './read-body.ts'
import { type BodyHead, readHead } from './read-head.ts'
import { WireReader } from './wire-reader.ts'

const NO_KEY =
  'The request has no DSN key. Send it in the X-Compat-Auth or X-Sentry-Auth header, or in the query as compat_key or sentry_key.'
/** SDKs that read only the rate limit header of a 503 stop for this long, all kinds of items alike. */
const OVERLOAD_SECONDS = 5

export type IngestRequest = FastifyRequest<{ Params: { project: string; version?: string } }>

export interface IngestExchange {
  request: IngestRequest
  res: ServerResponse
  key: DsnKey | null
  /** Set once the request names a key, known or not. */
  dialect: ClientDialect | null
}

export interface Sender {
  key: DsnKey
  dialect: ClientDialect
  /** It sent the key's secret as well, which no web page has. */
  hasSecret: boolean
}

export interface ReceiveOptions {
  authenticator: DsnAuthenticator
  lease: BodyLease
  maxBytes: number
}

/** Authenticates a request by its headers or query, then reads its body. @throws invalid_dsn, dsn_revoked,
 * project_mismatch, payload_too_large, queue_unavailable, request_timeout */
export async function receive(
  exchange: IngestExchange,
  options: ReceiveOptions,
): Promise<{ sender: Sender; body: WireBody }> {
  const sender = await identifyByHead(exchange, options)
  const body = await receiveBody(exchange, options)
  return { sender: await stillAllowed(exchange, options, sender), body }
}

/** Reads the body of a sender, in one go: with costly ones, they take turns. @throws queue_unavailable, or what `work` throws */
export function inTurn<T>(
  turns: WorkTurns,
  { exchange, sender }: { exchange: IngestExchange; sender: Sender },
  work: () => T,
): Promise<T> {
  const { orgId, projectId } = sender.key
  return turns.run({ orgId, projectId, client: clientOf(exchange.request) }, work)
}

/** For a sender whose body has arrived, which may have taken minutes. @throws invalid_dsn, dsn_revoked */
export async function stillAllowed(
  exchange: IngestExchange,
  { authenticator }: Pick<ReceiveOptions, 'authenticator'>,
  sender: Sender,
): Promise<Sender> {
  const found = authenticator.present(sender.key)
  const key = found instanceof Promise ? await found : found
  exchange.key = key
  return { ...sender, key }
}

/** @throws as `identify` */
export function identifyByHead(exchange: IngestExchange, options: ReceiveOptions): Promise<Sender> {
  const { headers, query } = exchange.request
  return identify(exchange, options, readDsnCredentials(headers, query))
}

/** For a request that is refused in any case: whose it is, if headers or query name a key. @throws as `identify` */
export async function identifyIfNamed(exchange: IngestExchange, options: ReceiveOptions): Promise<void> {
  const credentials = readDsnCredentials(exchange.request.headers, exchange.request.query)
  if (credentials !== null) await identify(exchange, options, credentials)
}

/** Authenticates the sender of an envelope. If neither headers nor query name a key, the `dsn` in the first
 * line does (an SDK sending through a tunnel): then the body is read up to there, and never further for an
 * unknown key. @returns the sender, and what was read of the body. @throws as `receive` */
export async function receiveSender(
  exchange: IngestExchange,
  options: ReceiveOptions,
): Promise<{ sender: Sender; head: Buffer | null }> {
  const { request } = exchange
  const credentials = readDsnCredentials(request.headers, request.query)
  if (credentials !== null) return { sender: await identify(exchange, options, credentials), head: null }
  const head = await receiveHead(exchange, options.lease)
  return { sender: await identify(exchange, options, head.credentials), head: head.bytes }
}

/** @throws payload_too_large if not even the event of such a long envelope would be read. */
export function checkAnnounced({ request }: IngestExchange): void {
  if (announcesTooMuch(request.raw, INGEST_LIMITS.maxEnvelopeBytes)) throw envelopeTooLarge()
}

async function receiveHead(exchange: IngestExchange, lease: BodyLease): Promise<BodyHead> {
  const { request } = exchange
  checkAnnounced(exchange)
  const { strangers, lookups } = lease.budgets
  const stranger = { org: null, project: null, client: clientOf(request) }
  lease.enter(strangers, stranger)
  const wire = new WireReader(request.raw)
  try {
    const head = await readHead(wire, canonicalEncoding(request.headers['content-encoding']), lease)
    if (head === null || !lease.enter(lookups, stranger) || !lease.hold(head.bytes.length)) throw overloaded()
    return head
  } finally {
    wire.release()
  }
}

/** From here on the sender is known, and what it sends is counted for it.
 * @param credentials `pathId` if the path does not name the project. @throws invalid_dsn, dsn_revoked,
 * project_mismatch, forbidden, queue_unavailable */
export async function identify(
  exchange: IngestExchange,
  { authenticator, lease }: ReceiveOptions,
  credentials: (DsnCredentials & { pathId?: string }) | null,
): Promise<Sender> {
  if (credentials === null) throw new ServiceError('invalid_dsn', NO_KEY)
  exchange.dialect = credentials.dialect
  const pathId = credentials.pathId ?? exchange.request.params.project
  const found = authenticator.authenticate(credentials, pathId)
  const key = found instanceof Promise ? await found : found
  exchange.key = key
  if (key.limits !== null) checkOrigin(key, exchange.request.headers)
  if (!lease.enter(lease.budgets.known, holderOf(exchange, key))) throw overloaded()
  return { key, dialect: credentials.dialect, hasSecret: credentials.secret !== null }
}

function holderOf({ request }: IngestExchange, key: DsnKey): Holder {
  return { org: key.orgId, project: key.projectId, client: clientOf(request) }
}

/** The key for counting a client's bodies. Addresses of this machine are proxies, which speak for everyone. */
function clientOf(request: IngestRequest): string | null {
  return isLoopback(request.ip) ? null : clientNetwork(request.ip)
}

/** @throws payload_too_large, queue_unavailable, request_timeout, ClientGoneError */
export async function receiveBody({ request }: IngestExchange, options: ReceiveOptions): Promise<WireBody> {
  const { maxBytes, lease } = options
  const outcome = await readBody(request.raw, { maxBytes, lease, head: null })
  return wholeBody(outcome, request, maxBytes)
}

/** Of a finished reading. @throws payload_too_large, queue_unavailable, request_timeout, ClientGoneError */
export function wholeBody(outcome: BodyOutcome, request: IngestRequest, maxBytes: number): WireBody {
  switch (outcome.status) {
    case 'read':
      return {
        bytes: outcome.bytes,
        encoding: canonicalEncoding(request.headers['content-encoding']),
        maxBytes,
      }
    case 'too_large':
      throw bodyTooLarge(maxBytes)
    case 'overloaded':
      throw overloaded()
    case 'overdue':
      throw overdueError(outcome.overdue)
    case 'aborted':
      throw new ClientGoneError()
  }
}

export function overloaded(): ServiceError {
  return new ServiceError('queue_unavailable', 'Too many requests in progress. Try again shortly.', {
    retryAfterSeconds: OVERLOAD_SECONDS,
  })
}
