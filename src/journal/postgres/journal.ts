import type pg from 'pg'
import { HOUR_MS } from '#contract/time.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { DEDUPE_MS } from '../accept-rules.ts'
import { memoryBudget } from '../append-queue.ts'
import { DedupeTime } from '../dedupe-time.ts'
import {
  type AcceptedEvent,
  type AppendRequest,
  type AppendResult,
  JOURNAL_FULL,
  type JournalStats,
  type JournalWriter,
  journalClosed,
  type LaneOffset,
  type OnUpkeepError,
} from '../journal.ts'
import { PRESENT_MS } from './clock.ts'
import { LaneContention } from './contention.ts'
import { PostgresLaneGroup } from './lane-group.ts'
import { ACCEPT_DEADLINE_MS, openJournalPool, unavailable } from './pool.ts'
import { laneOf, setUpJournal } from './schema.ts'
import { PostgresUpkeep } from './upkeep.ts'
import { WriteProbe } from './write-probe.ts'

export interface PostgresJournalOptions {
  databaseUrl: string
  clock?: Clock
  onUpkeepError?: OnUpkeepError
  /** Bytes of records waiting in memory beyond which `append` refuses; default 64 MiB. */
  maxMemoryBytes?: number
  /** Bytes of records waiting in ONE lane beyond which `append` refuses; default 4 GiB. */
  maxBacklogBytes?: number
}

/** Transactions of accepts that run at the same time: while one commits, the other is prepared. */
const LANE_GROUPS = 2
const MAX_CONNECTIONS = LANE_GROUPS + 4

/** Reads begin behind what was trimmed: removed rows stay in the index until PostgreSQL has vacuumed. */
const STATS = `
  SELECT sum(l.last_offset - t.trimmed_to) AS "pendingRecords", sum(l.appended_bytes - t.trimmed_bytes) AS "pendingBytes",
    min((SELECT received_at FROM journal_record r WHERE r.lane = l.lane AND record_offset > t.trimmed_to
      ORDER BY record_offset LIMIT 1)) AS "oldestReceivedAt",
    max(l.appended_bytes - t.trimmed_bytes) AS "largestLaneBytes"
  FROM journal_lane l JOIN journal_trim t USING (lane)`

const OLDEST_WAITING = `
  SELECT (SELECT received_at FROM journal_record r WHERE r.lane = place.lane AND r.record_offset > place.after
    ORDER BY r.record_offset LIMIT 1) AS "receivedAt"
  FROM unnest($1::int[], $2::bigint[]) WITH ORDINALITY AS place (lane, after, n) ORDER BY n`

const FIND_ACCEPTED = `
  SELECT accepted_at AS "acceptedAt", encode(preview, 'hex') AS preview, ${PRESENT_MS} AS now FROM journal_accepted
  WHERE project_id = $1 AND event_id = $2`

interface AcceptedRow {
  acceptedAt: string
  preview: string | null
  now: string
}

type StatsRow = Record<Exclude<keyof JournalStats, 'refusal'> | 'largestLaneBytes', string | null>

/**
 * Creates missing tables. Caps, valves and accepted ids hold over any number of processes.
 * @throws JournalVersionError; what PostgreSQL throws when it cannot be reached.
 */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<JournalWriter> {
  const pool = openJournalPool({
    databaseUrl: options.databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    queryTimeoutMs: ACCEPT_DEADLINE_MS,
  })
  try {
    const lanes = await setUpJournal(pool)
    return new PostgresJournal(pool, { ...options, lanes, dedupeTime: await dedupeTimeOf(pool) })
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Starts at the newest id that any process has accepted. */
async function dedupeTimeOf(pool: pg.Pool): Promise<DedupeTime> {
  const time = new DedupeTime()
  const text = 'SELECT max(accepted_at) AS newest FROM journal_accepted'
  const { rows } = await pool.query<{ newest: string | null }>(text)
  const newest = rows[0]?.newest ?? null
  if (newest !== null) time.know(Number(newest))
  return time
}

interface PostgresJournalParts extends PostgresJournalOptions {
  lanes: number
  dedupeTime: DedupeTime
}

class PostgresJournal implements JournalWriter {
  readonly lanes: number
  readonly #pool: pg.Pool
  readonly #groups: PostgresLaneGroup[]
  readonly #contention = new LaneContention()
  readonly #dedupeTime: DedupeTime
  readonly #maxBacklogBytes: number
  readonly #probe: WriteProbe
  readonly #upkeep: PostgresUpkeep
  readonly #listeners: ((lane: number) => void)[] = []
  #closing: Promise<void> | null = null

  constructor(pool: pg.Pool, options: PostgresJournalParts) {
    const { lanes, dedupeTime } = options
    this.lanes = lanes
    this.#dedupeTime = dedupeTime
    this.#pool = pool
    const budget = memoryBudget(options.maxMemoryBytes)
    const maxBacklogBytes = options.maxBacklogBytes ?? 4 * 1024 ** 3
    this.#maxBacklogBytes = maxBacklogBytes
    this.#probe = new WriteProbe(pool)
    const onRefused = (error: Error): void => this.#probe.failed(error)
    const onCommitted = (lane: number): void => {
      this.#probe.succeeded()
      for (const listener of this.#listeners) listener(lane)
    }
    const contention = this.#contention
    const group = { pool, lanes, budget, maxBacklogBytes, dedupeTime, contention, onCommitted, onRefused }
    this.#groups = Array.from({ length: LANE_GROUPS }, () => new PostgresLaneGroup(group))
    this.#upkeep = new PostgresUpkeep(pool, {
      clock: options.clock ?? systemClock,
      onError: options.onUpkeepError ?? (() => {}),
    })
  }

  append(request: AppendRequest): Promise<AppendResult> {
    if (this.#closing) return Promise.reject(journalClosed())
    // Beside other nodes, one large batch of all lanes: two would each wait their turn.
    const group = this.#contention.isContended ? 0 : laneOf(request, this.lanes) % LANE_GROUPS
    return this.#groups[group]!.append(request)
  }

  async findAccepted(projectId: number, eventId: Uint8Array): Promise<AcceptedEvent | null> {
    const id = Buffer.from(eventId).toString('hex')
    const [row] = await this.#ask<AcceptedRow>(FIND_ACCEPTED, [projectId, id])
    if (!row || Number(row.acceptedAt) <= this.#dedupeTime.trusted(Number(row.now)) - DEDUPE_MS) return null
    return { preview: row.preview }
  }

  async capUsed(projectId: number): Promise<number> {
    const text = `SELECT used FROM journal_cap_use WHERE project_id = $1 AND hour = (SELECT ${PRESENT_MS} / ${HOUR_MS})`
    const [row] = await this.#ask<{ used: string }>(text, [projectId])
    return Number(row?.used ?? 0)
  }

  async stats(): Promise<JournalStats> {
    const [[row], failure] = await Promise.all([this.#ask<StatsRow>(STATS, []), this.#probe.failure()])
    const isFull = Number(row!.largestLaneBytes) > this.#maxBacklogBytes
    return {
      pendingRecords: Number(row!.pendingRecords),
      pendingBytes: Number(row!.pendingBytes),
      oldestReceivedAt: row!.oldestReceivedAt === null ? null : Number(row!.oldestReceivedAt),
      refusal: isFull ? JOURNAL_FULL : failure,
    }
  }

  async oldestWaiting(after: readonly LaneOffset[]): Promise<(number | null)[]> {
    const values = [after.map(({ lane }) => lane), after.map(({ offset }) => offset)]
    const rows = await this.#ask<{ receivedAt: string | null }>(OLDEST_WAITING, values)
    return rows.map(({ receivedAt }) => (receivedAt === null ? null : Number(receivedAt)))
  }

  async trim(lane: number, offset: number): Promise<void> {
    if (!this.#closing) this.#upkeep.allowTrim(lane, offset)
  }

  onCommitted(listener: (lane: number) => void): void {
    this.#listeners.push(listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await Promise.all(this.#groups.map((group) => group.whenEmpty()))
    await this.#upkeep.close()
    await this.#pool.end()
  }

  async #ask<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
    if (this.#closing) throw journalClosed()
    try {
      return (await this.#pool.query<T>(text, values)).rows
    } catch (error) {
      throw unavailable(error)
    }
  }
}
