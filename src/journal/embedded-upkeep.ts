import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { DEDUPE_MS } from './accept-rules.ts'
import type { LaneState } from './embedded-lane.ts'
import type { EmbeddedMemory } from './embedded-memory.ts'
import type { FromCheckpointThread } from './embedded-messages.ts'

export interface UpkeepParts {
  file: string
  db: Sqlite.Database
  memory: EmbeddedMemory
  lane: LaneState
}

const STEP_RECORDS = 256
const STEP_IDS = 1000
const STEP_SPIKE_ROWS = 500
const STEP_VACUUM_PAGES = 512
/** Free pages that are worth giving back to the file system (4 KiB each). */
const FREE_PAGES_WORTH = 64
const CHECKPOINT_FRAMES = 2000
const IDLE_MS = 500
const HOUR_MS = 3_600_000
const AFTER_FAILURE_MS = 1000

/**
 * What the journal does between accepts, in steps of a few milliseconds: trimming, forgetting ids after 48 h and
 * spike counts after a minute, giving free pages back, checkpoints.
 */
export class Upkeep {
  readonly #parts: UpkeepParts
  readonly #statements: ReturnType<typeof prepare>
  readonly #checkpoints: Worker
  #isCheckpointing = false
  #lastAppendAt = 0
  #pausedUntil = 0
  #isLogDirty = true
  #nextIdPassAt = 0
  #idCursor: { projectId: number; eventId: Buffer } | null = null

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#statements = prepare(parts.db)
    const options = { workerData: parts.file, resourceLimits: { maxOldGenerationSizeMb: 32 } }
    this.#checkpoints = new Worker(new URL('./embedded-checkpoint-thread.ts', import.meta.url), options)
    this.#checkpoints.on('message', (message: FromCheckpointThread) => this.#checkpointed(message))
    this.#checkpoints.on('error', () => this.#checkpointed({ ok: false, message: 'thread ended' }))
  }

  /** To be told after every commit of records. */
  appended(): void {
    this.#lastAppendAt = Date.now()
    this.#isLogDirty = true
  }

  /** What has to go on under load, too; every 100 ms or so. Never throws. */
  underLoad(): void {
    this.#guarded(() => {
      this.#forgetSpikes()
      this.#forgetIds()
      this.#considerCheckpoint(CHECKPOINT_FRAMES)
      return false
    })
  }

  /** One step of what can wait for a quiet moment. True: there is more to do, call again soon. Never throws. */
  whenQuiet(): boolean {
    return this.#guarded(() => {
      if (this.#parts.lane.trimDebt > 0) {
        this.#trim()
        return true
      }
      if (Date.now() - this.#lastAppendAt < IDLE_MS) return false
      if (this.#idCursor) return this.#forgetIds()
      if ((this.#statements.freePages.get() as number) > FREE_PAGES_WORTH) {
        this.#isLogDirty = true
        // Not a prepared statement: it yields once per page, and only exec goes on to the end.
        this.#parts.db.exec(`PRAGMA incremental_vacuum(${STEP_VACUUM_PAGES})`)
        return true
      }
      if (this.#isLogDirty) this.#considerCheckpoint(0)
      return false
    })
  }

  /** Ends the checkpoint thread; a checkpoint under way is finished. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#checkpoints.once('exit', resolve))
    this.#checkpoints.postMessage('close')
    await ended
  }

  #guarded(step: () => boolean): boolean {
    if (Date.now() < this.#pausedUntil) return false
    try {
      return step()
    } catch {
      // A full or failing disk: accepts say so themselves, and upkeep can wait.
      this.#pausedUntil = Date.now() + AFTER_FAILURE_MS
      return false
    }
  }

  #trim(): void {
    const { db, lane } = this.#parts
    this.#isLogDirty = true
    db.exec('BEGIN IMMEDIATE')
    try {
      lane.trimStep(STEP_RECORDS)
      lane.save()
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      lane.reload()
      throw error
    }
  }

  #forgetSpikes(): void {
    const second = this.#referenceSecond()
    const firstLive = this.#statements.firstLiveSpike.get(second - 61, second + 60) as number | undefined
    const before = firstLive ?? Number.MAX_SAFE_INTEGER
    const first = this.#statements.firstSpike.get() as number | null
    if (first === null || first >= before || second === 0) return
    this.#statements.dropSpikes.run(Math.min(before, first + STEP_SPIKE_ROWS))
    this.#isLogDirty = true
  }

  /** One step of a walk over all accepted ids, begun every hour. True while the walk goes on. */
  #forgetIds(): boolean {
    const now = Date.now()
    if (!this.#idCursor) {
      if (now < this.#nextIdPassAt || this.#parts.memory.latestReceivedAt === 0) return false
      this.#nextIdPassAt = now + HOUR_MS
      this.#idCursor = { projectId: -1, eventId: Buffer.alloc(0) }
      this.#statements.dropCaps.run(this.#referenceSecond() / 3600 - 48)
    }
    const { projectId, eventId } = this.#idCursor
    const last = this.#statements.idStepEnd.get(projectId, eventId) as
      | { projectId: number; eventId: Buffer }
      | undefined
    const end = last ?? { projectId: Number.MAX_SAFE_INTEGER, eventId: Buffer.alloc(0) }
    const before = this.#referenceSecond() * 1000 - DEDUPE_MS
    const { changes } = this.#statements.dropIds.run(projectId, eventId, end.projectId, end.eventId, before)
    if (changes > 0) this.#isLogDirty = true
    this.#idCursor = last ?? null
    return last !== undefined
  }

  /** The present by the clock and by the records, whichever is earlier: a clock gone wrong must forget nothing. */
  #referenceSecond(): number {
    return Math.floor(Math.min(Date.now(), this.#parts.memory.latestReceivedAt) / 1000)
  }

  #considerCheckpoint(minFrames: number): void {
    if (this.#isCheckpointing) return
    const { log, checkpointed } = this.#statements.walState.get() as { log: number; checkpointed: number }
    if (log - checkpointed < minFrames) return
    this.#isCheckpointing = true
    this.#checkpoints.postMessage('checkpoint')
  }

  /** The rest, which is little, is done here: only then does the log start over instead of growing. */
  #checkpointed(message: FromCheckpointThread): void {
    this.#isCheckpointing = false
    if (!message.ok) {
      this.#pausedUntil = Date.now() + AFTER_FAILURE_MS
      return
    }
    this.#guarded(() => {
      const isQuiet = Date.now() - this.#lastAppendAt >= IDLE_MS && this.#parts.lane.trimDebt === 0
      if (isQuiet) this.#isLogDirty = !truncateWal(this.#parts.db)
      else this.#statements.finishWal.get()
      return false
    })
  }
}

/** Empties the write-ahead log, unless a reader is at it; does not wait for one. */
export function truncateWal(db: Sqlite.Database): boolean {
  const patienceMs = db.pragma('busy_timeout', { simple: true }) as number
  db.pragma('busy_timeout = 0')
  try {
    const [outcome] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return outcome?.busy === 0
  } finally {
    db.pragma(`busy_timeout = ${patienceMs}`)
  }
}

function prepare(db: Sqlite.Database) {
  return {
    firstSpike: db.prepare('SELECT min(id) FROM spike_log').pluck(),
    firstLiveSpike: db
      .prepare('SELECT id FROM spike_log WHERE second > ? AND second <= ? ORDER BY id LIMIT 1')
      .pluck(),
    dropSpikes: db.prepare('DELETE FROM spike_log WHERE id < ?'),
    dropCaps: db.prepare('DELETE FROM cap_use WHERE hour < ?'),
    idStepEnd: db.prepare(`SELECT project_id AS projectId, event_id AS eventId FROM accepted
      WHERE (project_id, event_id) > (?, ?) ORDER BY project_id, event_id LIMIT 1 OFFSET ${STEP_IDS}`),
    dropIds: db.prepare(`DELETE FROM accepted WHERE (project_id, event_id) > (?, ?)
      AND (project_id, event_id) <= (?, ?) AND accepted_at <= ?`),
    freePages: db.prepare('PRAGMA freelist_count').pluck(),
    walState: db.prepare('PRAGMA wal_checkpoint(NOOP)'),
    finishWal: db.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
  }
}
