import { v7 } from 'uuid'
import { ServiceError } from '#contract/errors.ts'
import { previewFingerprint } from '#domain/fingerprint-preview.ts'
import { uuidToBytes } from '#domain/uuid.ts'
import {
  type AppendRequest,
  type AppendResult,
  JournalUnavailableError,
  type JournalWriter,
  type RecordMeta,
} from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { DsnKey } from './authenticate-dsn.ts'
import type { ReadEvent } from './read-event.ts'

export interface AcceptDeps {
  journal: Pick<JournalWriter, 'append'>
  clock: Clock
  /** Cap of projects that set none. */
  ingestHourlyCap: number
  spikeEventsPerMinute: number
}

/** Who sent an event: the key it came with and the peer's address. */
export interface EventSource {
  key: Pick<DsnKey, 'orgId' | 'projectId' | 'hourlyCap'>
  clientIp: string | undefined
}

/**
 * Makes an event durable. Sent again within 48 h it gets the same answer and has no further effect. One that is
 * a transaction by its own `type`, as the first SDKs with tracing sent them, is discarded (interface section 1).
 * What was parsed is let go before the wait: 64 requests that wait with their events are what wears out the
 * collector.
 * @returns the event's id, a dashed UUID: the client's, or a new one.
 * @throws ServiceError ingest_cap_exceeded, queue_unavailable
 */
export function acceptEvent(deps: AcceptDeps, source: EventSource, event: ReadEvent): Promise<string> {
  const now = deps.clock()
  const eventId = event.claimedId ?? v7({ msecs: now })
  if (event.raw.type === 'transaction') return Promise.resolve(eventId)
  return settled(deps.journal.append(appendRequest(deps, source, { event, eventId, now })), eventId)
}

async function settled(append: Promise<AppendResult>, eventId: string): Promise<string> {
  const result = await append.catch(unavailable)
  if (result.status === 'cap_exceeded') throw capExceeded(result.retryAfterSeconds)
  return eventId
}

function unavailable(cause: unknown): never {
  throw cause instanceof JournalUnavailableError ? queueUnavailable(cause) : cause
}

const UNAVAILABLE: Record<JournalUnavailableError['reason'], string> = {
  full: 'More events wait than the service takes on. Try again shortly.',
  closed: 'The service is ending or starts anew. Try again shortly.',
  disk: 'The service is short of disk space and takes no events until there is more. Try again later.',
  engine: 'The ingest queue is not available. Try again shortly.',
}

/** The refusal of what the journal does not take. */
export function queueUnavailable(cause: JournalUnavailableError): ServiceError {
  return new ServiceError('queue_unavailable', UNAVAILABLE[cause.reason], { retryAfterSeconds: 5, cause })
}

function appendRequest(
  deps: AcceptDeps,
  { key, clientIp }: EventSource,
  { event, eventId, now }: { event: ReadEvent; eventId: string; now: number },
): AppendRequest {
  const { preview, title, level, environment, release, platform, userKey } = previewFingerprint(
    event.raw,
    clientIp,
  )
  const meta: RecordMeta = {
    format: event.format,
    encoding: event.encoding,
    eventStart: event.start,
    eventEnd: event.end,
    summary: { title, level, environment, release, platform },
  }
  if (event.sentAt !== undefined) meta.sentAt = event.sentAt
  if (clientIp !== undefined) meta.clientIp = clientIp
  if (userKey !== undefined) meta.userKey = userKey
  return {
    orgId: key.orgId,
    projectId: key.projectId,
    eventId: uuidToBytes(eventId),
    preview,
    receivedAt: now,
    hourlyCap: key.hourlyCap ?? deps.ingestHourlyCap,
    spikePerMinute: deps.spikeEventsPerMinute,
    meta,
    body: event.body,
  }
}

/**
 * The hourly cap as a refusal. SDKs keep sending after a bare 403; they stop for the time the rate limit
 * header names, which must be whole seconds and four fields.
 */
function capExceeded(retryAfterSeconds: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const limits = `${seconds}:error;default:project:ingest_cap_exceeded`
  const message = `The hourly event cap of this project is reached. Events are taken again in ${Math.ceil(seconds / 60)} min; an admin can raise the cap in the project's settings.`
  return new ServiceError('ingest_cap_exceeded', message, {
    headers: { 'X-Sentry-Rate-Limits': limits, 'X-Compat-Rate-Limits': limits },
  })
}
