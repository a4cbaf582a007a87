import { randomBytes } from 'node:crypto'
import { previewFingerprint } from '#domain/grouping/preview.ts'
import type { JsonObject } from '#domain/json/json.ts'
import type { JournalRecord } from '#journal/journal.ts'
import type { GiveUp } from '#pipeline/give-up.ts'
import { unpackRecords } from '#pipeline/prepare/packed-records.ts'
import { packRecords } from '#pipeline/prepare/prepare-batch.ts'
import type { BatchOutcome } from '#storage/batch/batch.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import type { Database } from '#storage/engine/database.ts'
import { startConsumer } from '#storage/upkeep/consumer.ts'
import type { SeedProject } from '../database/seed.ts'

/** An event as a test sends it; absent fields take the service's defaults. */
export interface FedEvent {
  /** Events of the same kind belong to one issue, whose title is `<kind>: it broke`. */
  kind: string
  /** 16 bytes; absent: one that no other event has. */
  id?: Buffer
  /** Epoch ms, by the client's clock; also the receive time of a counted-only one. */
  at: number
  /** Epoch ms, by the server's clock; absent: `at`. */
  receivedAt?: number
  release?: string
  environment?: string
  level?: string
  user?: { id?: string; email?: string; username?: string; ip_address?: string }
  contexts?: JsonObject
  tags?: JsonObject
  /** Whatever else it says. */
  fields?: JsonObject
  /** Address that the event came from, for users of `{{auto}}`. */
  clientIp?: string
  /** When it was sent, epoch ms by the client's clock: a clock that is wrong by an hour shows. */
  sentAt?: number
  /** Accepted past the spike valve: its body is not kept. */
  countedOnly?: boolean
}

export interface FeedOptions {
  /** Of the journal. */
  lane: number
  newIssuesPerHour: number
  /** Set: every event becomes a dead letter. */
  giveUp?: GiveUp
}

const NO_LIMITS: FeedOptions = { lane: 0, newIssuesPerHour: 0 }
const EPOCH = 'fed by a test'
const LIMITS = { retentionDays: 90 }

/**
 * The pipeline from the journal's records on, with times that the test gives: what is sent is scrubbed,
 * normalised, grouped and written by the code that does so in the service.
 */
export class PipelineFeed {
  readonly #database: Database
  readonly #options: FeedOptions
  readonly #writer: BatchWriter
  #offset = 0

  private constructor(database: Database, options: FeedOptions) {
    this.#database = database
    this.#options = options
    this.#writer = new BatchWriter(database, options)
  }

  /** Begins a lane of the database, by default without limits. At most one feed per database and lane. */
  static async start(database: Database, options = NO_LIMITS): Promise<PipelineFeed> {
    const position = { lane: options.lane, epoch: EPOCH, offset: 0, attempts: 0 }
    await startConsumer(database.queries, position, Date.now())
    return new PipelineFeed(database, options)
  }

  /** Processes events of a project as one batch. @returns their ids (16 bytes), and what became of the batch. */
  async send(
    project: SeedProject,
    events: readonly FedEvent[],
  ): Promise<{ ids: Buffer[]; outcome: BatchOutcome }> {
    const { lane } = this.#options
    const from = { lane, epoch: EPOCH, offset: this.#offset, attempts: 0 }
    const records = events.map((event, index) =>
      recordOf(project, event, { lane, offset: this.#offset + index + 1 }),
    )
    const items = unpackRecords(
      packRecords(records, { limits: () => LIMITS, giveUp: this.#options.giveUp ?? null }),
    )
    const to = this.#offset + events.length
    const now = Math.max(...records.map(({ receivedAt }) => receivedAt))
    const outcome = await this.#writer.write({ from, to, attempts: 0, now }, items)
    this.#offset = to
    return { ids: records.map(({ eventId }) => Buffer.from(eventId)), outcome }
  }

  /** A second worker on the same database, with nothing of this one's memory; this one's goes on elsewhere. */
  restart(): PipelineFeed {
    const other = new PipelineFeed(this.#database, this.#options)
    other.#offset = this.#offset
    return other
  }
}

function recordOf(
  project: SeedProject,
  event: FedEvent,
  { lane, offset }: { lane: number; offset: number },
): JournalRecord {
  const raw = payloadOf(event)
  const { preview, title, level, environment, release, platform, userKey } = previewFingerprint(
    raw,
    undefined,
  )
  const body = Buffer.from(JSON.stringify(raw))
  return {
    lane,
    offset,
    orgId: project.orgId,
    projectId: project.projectId,
    eventId: event.id ?? randomBytes(16),
    preview,
    receivedAt: event.receivedAt ?? event.at,
    meta: {
      format: 'store',
      encoding: 'identity',
      eventStart: 0,
      eventEnd: body.length,
      summary: { title, level, environment, release, platform },
      ...(userKey !== undefined && { userKey }),
      ...(event.clientIp !== undefined && { clientIp: event.clientIp }),
      ...(event.sentAt !== undefined && { sentAt: event.sentAt }),
    },
    body: event.countedOnly ? null : body,
  }
}

function payloadOf({ kind, at, level, release, environment, user, contexts, tags, fields }: FedEvent) {
  const frame = { filename: `${kind}.py`, function: `do_${kind}`, lineno: 7, in_app: true }
  return {
    platform: 'python',
    timestamp: at / 1000,
    exception: { values: [{ type: kind, value: 'it broke', stacktrace: { frames: [frame] } }] },
    ...(level !== undefined && { level }),
    ...(release !== undefined && { release }),
    ...(environment !== undefined && { environment }),
    ...(user !== undefined && { user }),
    ...(contexts !== undefined && { contexts }),
    ...(tags !== undefined && { tags }),
    ...fields,
  }
}
