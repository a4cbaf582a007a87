import { v7 } from 'uuid'
import { counted } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import type { InboundFilters } from '#contract/project/intake.ts'
import { plainAddress } from '#domain/access/client-network.ts'
import { DEFAULT_ENVIRONMENT } from '#domain/event/names.ts'
import { filterReason, type ReadyFilters, readyFilters } from '#domain/filter/inbound-filter.ts'
import { previewFingerprint } from '#domain/grouping/preview.ts'
import { type ReadyRules, rulesOf } from '#domain/grouping/rules/match-rules.ts'
import { shortHash } from '#domain/text/short-hash.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import {
  type AppendRequest,
  type AppendResult,
  JournalUnavailableError,
  type JournalWriter,
  type KeyCap,
  type RecordMeta,
} from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import { freeMemory } from '#platform/coding/free-memory.ts'
import { Lru } from '#platform/lru.ts'
import type { DsnKey } from './admission/authenticate-dsn.ts'
import type { ClientWindows } from './admission/client-windows.ts'
import { limitHeaders } from './admission/limit-headers.ts'
import type { DropCounts } from './drops/drop-counts.ts'
import type { ReadEvent } from './read-event.ts'

export interface AppendDeps {
  journal: Pick<JournalWriter, 'append'>
  clock: Clock
  ingestHourlyCap: number
  spikeEventsPerMinute: number
}

export interface AcceptDeps extends AppendDeps {
  clients: Pick<ClientWindows, 'admit'>
  drops: Pick<DropCounts, 'count'>
}

/** The project that gets an event, by row keys, and what limits it. */
export interface EventTarget extends Pick<DsnKey, 'orgId' | 'projectId' | 'hourlyCap'> {
  keyCap?: KeyCap | undefined
  clientIp?: string
  /** The fingerprint rules of the project, as they were written. */
  fingerprintRules?: string | null
}

/** Accepts a client's event. Discards one that is a transaction by its `type`, as the first SDKs with tracing sent
 * it (docs/protocol.md). A filtered one is counted, uses up no cap and gets the same answer: SDKs would retry.
 * @returns a dashed UUID: the client's, or a new one.
 * @throws rate_limit_exceeded, ingest_cap_exceeded, queue_unavailable */
export function acceptEvent(
  deps: AcceptDeps,
  { key, clientIp }: { key: DsnKey; clientIp: string },
  event: ReadEvent,
): Promise<string> {
  if (event.raw.type === 'transaction') return Promise.resolve(idOf(event, deps.clock()))
  checkClient(deps, key, clientIp)
  if (isFiltered(deps, key, event)) return Promise.resolve(idOf(event, deps.clock()))
  const { orgId, projectId, hourlyCap, fingerprintRules } = key
  const target = { orgId, projectId, hourlyCap, keyCap: keyCapOf(key), clientIp, fingerprintRules }
  return appendEvent(deps, target, event)
}

/** Makes an event durable; sent again within 48 h it only gets the same answer. Drops the parsed event before the
 * wait: 64 waiting requests with theirs wear out the collector. Frees the body after it. @returns and throws as `acceptEvent` */
export function appendEvent(deps: AppendDeps, target: EventTarget, event: ReadEvent): Promise<string> {
  const now = deps.clock()
  const eventId = idOf(event, now)
  const request = appendRequest(deps, target, { event, eventId, now })
  return settled(deps.journal.append(request), eventId, request.body)
}

function idOf({ claimedId }: ReadEvent, now: number): string {
  return claimedId ?? v7({ msecs: now })
}

function isFiltered({ drops }: AcceptDeps, key: DsnKey, event: ReadEvent): boolean {
  if (!key.filters) return false
  const reason = filterReason(event.raw, readyFor(key.filters))
  if (reason !== null) drops.count(key, `filter:${reason}`)
  return reason !== null
}

/** As long as a key is remembered, so are its filters, which are a new object once they were changed. */
const ready = new WeakMap<InboundFilters, ReadyFilters>()

const KEPT_RULES = 100
const readyRules = new Lru<string, ReadyRules>(KEPT_RULES)

function readyFor(filters: InboundFilters): ReadyFilters {
  const known = ready.get(filters) ?? readyFilters(filters)
  ready.set(filters, known)
  return known
}

async function settled(append: Promise<AppendResult>, eventId: string, body: Uint8Array): Promise<string> {
  const result = await append.catch(unavailable)
  freeMemory(body)
  if (result.status === 'cap_exceeded') throw projectCapExceeded(result.retryAfterSeconds)
  if (result.status === 'key_cap_exceeded') throw new KeyCapError(result.retryAfterSeconds)
  return eventId
}

/** Refuses an event of a client that has sent as many within the minute as its key allows each. */
function checkClient({ clients }: AcceptDeps, key: DsnKey, clientIp: string): void {
  const limit = key.limits?.clientEventsPerMinute ?? null
  if (limit === null) return
  const seconds = clients.admit({ owner: key.id, address: clientIp }, limit)
  if (seconds === null) return
  const message = `This address has sent more than ${counted(limit, 'event')} within a minute, the limit per client of its DSN key. Try again in ${seconds} s; an admin can change the limit in the project's settings.`
  throw new ServiceError('rate_limit_exceeded', message, {
    headers: limitHeaders(seconds, EVENTS, 'key:client_rate_limit'),
  })
}

function unavailable(cause: unknown): never {
  throw cause instanceof JournalUnavailableError ? queueUnavailable(cause) : cause
}

const UNAVAILABLE: Record<JournalUnavailableError['reason'], string> = {
  full: 'The ingest queue is full. Try again shortly.',
  closed: 'The service is stopping or restarting. Try again shortly.',
  disk: 'The service is short of disk space, or its disk fails. It accepts no events until that has ended. Try again later.',
  engine: 'The ingest queue is not available. Try again shortly.',
}

export function queueUnavailable(cause: JournalUnavailableError): ServiceError {
  return new ServiceError('queue_unavailable', UNAVAILABLE[cause.reason], { retryAfterSeconds: 5, cause })
}

function appendRequest(
  deps: AppendDeps,
  { clientIp, ...target }: EventTarget,
  { event, eventId, now }: { event: ReadEvent; eventId: string; now: number },
): AppendRequest {
  const address = plainAddress(clientIp ?? '') || undefined
  const { preview, title, level, environment, release, platform, userKey } = previewFingerprint(
    event.raw,
    address,
    target.fingerprintRules ? readyRules.getOr(target.fingerprintRules, rulesOf) : undefined,
  )
  const namesPlace = release !== '' || environment !== DEFAULT_ENVIRONMENT
  const meta: RecordMeta = {
    format: event.format,
    encoding: event.encoding,
    eventStart: event.start,
    eventEnd: event.end,
    summary: { title, level, environment, release, platform },
  }
  if (event.sentAt !== undefined) meta.sentAt = event.sentAt
  if (address !== undefined) meta.clientIp = address
  if (userKey !== undefined) meta.userKey = userKey
  return {
    orgId: target.orgId,
    projectId: target.projectId,
    eventId: uuidToBytes(eventId),
    preview,
    receivedAt: now,
    hourlyCap: target.hourlyCap ?? deps.ingestHourlyCap,
    keyCap: target.keyCap,
    spikePerMinute: deps.spikeEventsPerMinute,
    place: namesPlace ? shortHash(`${release}\n${environment}`) : 0,
    user: userKey === undefined ? 0 : shortHash(userKey),
    meta,
    body: event.body,
  }
}

/** A subject is a number, and a key's ID is a UUID: 48 of its random bits tell all keys apart. */
function keyCapOf({ id, limits }: DsnKey): KeyCap | undefined {
  if (limits === null || limits.hourlyCap === null) return undefined
  return { subject: -Number.parseInt(id.replace('-', '').slice(0, 12), 16), hourlyCap: limits.hourlyCap }
}

/** What SDKs call events in this header. */
const EVENTS = 'error;default'
const RAISE_CAP = "an admin can raise the limit in the project's settings."

function projectCapExceeded(seconds: number): ServiceError {
  const message = `This project has reached its hourly event limit. Events are accepted again in ${Math.ceil(seconds / 60)} min; ${RAISE_CAP}`
  return new ServiceError('ingest_cap_exceeded', message, {
    headers: limitHeaders(seconds, EVENTS, 'project:ingest_cap_exceeded'),
  })
}

export class KeyCapError extends ServiceError {
  constructor(seconds: number) {
    const message = `This DSN key has reached its hourly event limit. Events are accepted again in ${Math.ceil(seconds / 60)} min; ${RAISE_CAP}`
    super('ingest_cap_exceeded', message, {
      headers: limitHeaders(seconds, EVENTS, 'key:ingest_cap_exceeded'),
    })
  }
}
