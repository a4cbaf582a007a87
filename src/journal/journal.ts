/** Ordered, durable lanes from HTTP to pipeline; a project stays in one. See `journal-contract.test.ts`. */

import type { ContentEncoding } from '#platform/coding/content-encoding.ts'
import type { SpikeCandidate } from './spike-window.ts'

/** The accept side's data about an event besides its body; small, JSON, unscrubbed, deleted with the record. */
export interface RecordMeta {
  /** Envelope header `sent_at`, epoch ms. */
  sentAt?: number
  /** Peer address, for `{{auto}}`. */
  clientIp?: string
  format: 'envelope' | 'store'
  /** Of the body as it came over the wire. */
  encoding: ContentEncoding
  /** Byte range of the event item in the inflated body. */
  eventStart: number
  eventEnd: number
  /** Data that a counted-only record needs, since its body is not kept. */
  summary: { title: string; level: string; environment: string; release: string; platform: string }
  /** Identity of the affected user as `kind:value` (first of id, email, username, ip); absent when nobody is named. */
  userKey?: string
}

export interface KeyCap {
  /** Under which its events are counted: below 0, where those of projects are above. */
  subject: number
  hourlyCap: number
}

export interface AppendRequest extends SpikeCandidate {
  orgId: number
  projectId: number
  eventId: Uint8Array
  preview: string
  /** Epoch ms, by this node's clock. PostgreSQL judges and records by its own instead. */
  receivedAt: number
  hourlyCap: number
  /** Absent: the key has no cap of its own. */
  keyCap?: KeyCap | undefined
  /** Whole bodies kept per sliding minute and preview fingerprint. */
  spikePerMinute: number
  meta: RecordMeta
  body: Uint8Array
}

/** `accepted`: durable, counted only if the valve is closed. `duplicate`: within 48 h. Others are refused. */
export type AppendResult =
  | { status: 'accepted'; countedOnly: boolean }
  | { status: 'duplicate' }
  | { status: 'cap_exceeded' | 'key_cap_exceeded'; retryAfterSeconds: number }

export interface JournalRecord {
  lane: number
  /** Strictly increasing within a lane; never reused, also after a full trim. */
  offset: number
  orgId: number
  projectId: number
  eventId: Uint8Array
  preview: string
  receivedAt: number
  meta: RecordMeta
  /** Null: counted only. */
  body: Uint8Array | null
}

/** Thrown by `append` when a record cannot be made durable now; answered as 503 `queue_unavailable`. */
export class JournalUnavailableError extends Error {
  readonly reason: 'full' | 'closed' | 'disk' | 'engine'
  constructor(reason: 'full' | 'closed' | 'disk' | 'engine', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JournalUnavailableError'
    this.reason = reason
  }
}

export const JOURNAL_FULL = 'The journal is full until its reader catches up.'

export function journalClosed(): JournalUnavailableError {
  return new JournalUnavailableError('closed', 'The journal is closed.')
}

/** The journal's file cannot be trusted. The message names the file and says what to do; the start must stop. */
export class JournalCorruptError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JournalCorruptError'
  }
}

/** The journal was written by a newer version of the service, or is not one of our journals. */
export class JournalVersionError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'JournalVersionError'
  }
}

/** Where a lane stands. `epoch` names this journal: a copy put back has another history, or an older end. */
export interface LanePosition {
  lane: number
  epoch: string
  trimmedTo: number
  lastOffset: number
}

export interface LaneOffset {
  lane: number
  offset: number
}

export interface JournalStats {
  pendingRecords: number
  pendingBytes: number
  oldestReceivedAt: number | null
  /** Why nothing is taken on at present; null while records are. */
  refusal: string | null
}

export interface AcceptedEvent {
  /** It leads to the issue also if the body was not kept. Null: accepted by a version that did not note it. */
  preview: string | null
}

/** Deletes processed records (`trim`), or what accepts no longer need (`prune`); empties the log of the embedded
 * journal (`checkpoint`). Each is repeated until it succeeds. */
export type UpkeepTask = 'trim' | 'prune' | 'checkpoint'
export type OnUpkeepError = (error: unknown, task: UpkeepTask) => void

export interface JournalWriter {
  readonly lanes: number
  /** Resolves only after the record is durable. Rejects with JournalUnavailableError. */
  append(request: AppendRequest): Promise<AppendResult>
  /** What 48 hours remember of an accepted event; null if none has this id. */
  findAccepted(projectId: number, eventId: Uint8Array): Promise<AcceptedEvent | null>
  /** Forgets records up to and including `offset`; bounded work per call, in the background. */
  trim(lane: number, offset: number): Promise<void>
  capUsed(projectId: number): Promise<number>
  stats(): Promise<JournalStats>
  /** Receive time of the first record after each of these places, epoch ms; null if there is none. */
  oldestWaiting(after: readonly LaneOffset[]): Promise<(number | null)[]>
  onCommitted(listener: (lane: number) => void): void
  /** Stops taking records and finishes the pending ones. */
  close(): Promise<void>
}

export interface ReadBounds {
  maxRecords: number
  maxBytes: number
}

/** The pipeline side; may live in another thread or on another machine. */
export interface JournalReader {
  positions(): Promise<LanePosition[]>
  /** Records with offset > `after`, in order, at most `maxRecords` and about `maxBytes` (at least one). */
  read(lane: number, after: number, most: ReadBounds): Promise<JournalRecord[]>
  close(): Promise<void>
}
