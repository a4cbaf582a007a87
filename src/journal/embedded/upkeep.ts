import Sqlite from 'better-sqlite3'
import { epochHour, HOUR_MS } from '#contract/time.ts'
import { steadyClock } from '#platform/clock.ts'
import { CAP_HOURS_KEPT, DEDUPE_MS } from '../accept-rules.ts'
import { DedupeTime } from '../dedupe-time.ts'
import type { UpkeepTask } from '../journal.ts'
import { type CheckpointOutcome, CheckpointWorker } from './checkpoint-worker.ts'
import { FEW_FRAMES } from './format/file.ts'
import type { EmbeddedLane } from './lane.ts'
import type { EmbeddedMemory } from './memory.ts'

export interface UpkeepParts {
  file: string
  db: Sqlite.Database
  memory: EmbeddedMemory
  lane: EmbeddedLane
  /** Upkeep pauses, and tries again. */
  onError: (error: { message: string; code?: string }, task: UpkeepTask) => void
}

const STEP_VACUUM_PAGES = 512
/** Processed bodies stay readable in free pages and old log frames for this long at most under steady load. */
const CLEAR_EVERY_MS = 60_000
/** Time limit for clearing at shutdown; the next start does the rest. */
const SETTLE_MS = 3000
const CHECKPOINT_FRAMES = 2000
/** Appends trim as they go; after this long without one, trimming continues by itself. */
const LULL_MS = 50
const IDLE_MS = 500
const AFTER_FAILURE_MS = 1000

/** Steps of ms between accepts: trims, forgets ids (48 h) and spikes (1 min), frees pages, checkpoints. */
export class Upkeep {
  readonly #parts: UpkeepParts
  readonly #statements: ReturnType<typeof prepare>
  readonly #checkpoints: CheckpointWorker
  #lastAppendAt = Number.NEGATIVE_INFINITY
  #pausedUntil = 0
  #isLogDirty = true
  #nextIdPassAt = 0
  #nextClearAt = steadyClock() + CLEAR_EVERY_MS
  #pagesToClear = 0
  #isLogToClear = false
  readonly #time = new DedupeTime()

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    const { latestReceivedAt } = parts.memory
    if (latestReceivedAt > 0) this.#time.know(latestReceivedAt)
    this.#statements = prepare(parts.db)
    this.#checkpoints = new CheckpointWorker(parts.file, (outcome) => this.#checkpointed(outcome))
  }

  appended(): void {
    this.#lastAppendAt = steadyClock()
    this.#isLogDirty = true
  }

  /** Maintenance that continues under load, about every 100 ms. Never throws. */
  underLoad(): void {
    this.#guarded('prune', () => {
      this.#forgetHeads()
      this.#forgetIds()
      this.#clearUnderLoad()
      this.#considerCheckpoint(this.#isLogToClear ? 0 : CHECKPOINT_FRAMES)
      return false
    })
  }

  /** One step of what can wait for a quiet moment. True: there is more to do, call again soon. Never throws. */
  whenQuiet(): boolean {
    return this.#guarded('trim', () => {
      const quietMs = steadyClock() - this.#lastAppendAt
      if (quietMs < LULL_MS) return false
      if (this.#parts.lane.hasTrimDebt) {
        this.#trim()
        return true
      }
      if (quietMs < IDLE_MS) return false
      if (this.#forgetHeads()) return true
      if (this.#parts.memory.ids.isWalking) return this.#forgetIds()
      if (this.#vacuumStep()) return true
      if (this.#isLogDirty) this.#considerCheckpoint(0)
      return false
    })
  }

  /** Ends the checkpoint thread after the checkpoint in progress, and clears what has been processed. */
  async close(): Promise<void> {
    await this.#checkpoints.close()
    const deadline = steadyClock() + SETTLE_MS
    while (steadyClock() < deadline && this.#guarded('trim', () => this.#settleStep())) {}
  }

  #settleStep(): boolean {
    if (!this.#parts.lane.hasTrimDebt) return this.#vacuumStep()
    this.#trim()
    return true
  }

  /** Gives free pages, and the processed bodies in them, back to the file system; false if there were none. */
  #vacuumStep(): boolean {
    if ((this.#statements.freePages.get() as number) === 0) return false
    this.#isLogDirty = true
    // Not a prepared statement: that would stop after one page; exec runs to the end.
    this.#parts.db.exec(`PRAGMA incremental_vacuum(${STEP_VACUUM_PAGES})`)
    return true
  }

  /** Once a minute, as many pages as were free then: without a quiet moment they might never be cleared. */
  #clearUnderLoad(): void {
    if (steadyClock() >= this.#nextClearAt) {
      this.#nextClearAt = steadyClock() + CLEAR_EVERY_MS
      this.#pagesToClear = this.#statements.freePages.get() as number
      this.#isLogToClear = true
    }
    if (this.#pagesToClear <= 0) return
    this.#pagesToClear = this.#vacuumStep() ? this.#pagesToClear - STEP_VACUUM_PAGES : 0
  }

  #guarded(task: UpkeepTask, step: () => boolean): boolean {
    if (steadyClock() < this.#pausedUntil) return false
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error
      // A full or failing disk: upkeep can wait.
      this.#failed(error, task)
      return false
    }
  }

  #failed(error: { message: string; code?: string }, task: UpkeepTask): void {
    this.#pausedUntil = steadyClock() + AFTER_FAILURE_MS
    this.#parts.onError(error, task)
  }

  #trim(): void {
    const { db, lane } = this.#parts
    this.#isLogDirty = true
    db.exec('BEGIN IMMEDIATE')
    try {
      lane.trimStep()
      lane.save()
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      lane.reload()
      throw error
    }
  }

  /** Those of the last minute only matter to the spike valve: nothing is lost by what a wrong clock forgets here. */
  #forgetHeads(): boolean {
    const isForgotten = this.#parts.lane.headStep(Math.floor(this.#notAfterRecords(Date.now()) / 1000))
    if (isForgotten) this.#isLogDirty = true
    return isForgotten
  }

  /** One step of a walk over all accepted ids, begun every hour. True until the walk is complete. */
  #forgetIds(): boolean {
    const { memory } = this.#parts
    const now = this.#notAfterRecords(this.#time.trusted(Date.now()))
    if (!memory.ids.isWalking) {
      if (steadyClock() < this.#nextIdPassAt || now === 0) return false
      this.#nextIdPassAt = steadyClock() + HOUR_MS
      memory.caps.forgetBefore(epochHour(now) - CAP_HOURS_KEPT)
    }
    this.#isLogDirty = true
    return memory.ids.walkStep(now - DEDUPE_MS)
  }

  #notAfterRecords(now: number): number {
    return Math.min(now, this.#parts.memory.latestReceivedAt)
  }

  #considerCheckpoint(minFrames: number): void {
    if (this.#checkpoints.isBusy) return
    const { log, checkpointed } = this.#statements.walState.get() as { log: number; checkpointed: number }
    const frames = log - checkpointed
    if (frames < minFrames) return
    if (frames <= FEW_FRAMES) this.#checkpointed({ kind: 'done' })
    else this.#checkpoints.run()
  }

  /** The rest is done here: only then does the log start over instead of growing. It is little, or all if there
   * is no thread. */
  #checkpointed(outcome: CheckpointOutcome): void {
    if (outcome.kind === 'failed') {
      this.#failed(outcome, 'checkpoint')
      return
    }
    if (outcome.kind === 'no_thread') this.#parts.onError(outcome, 'checkpoint')
    this.#guarded('checkpoint', () => {
      const isQuiet = steadyClock() - this.#lastAppendAt >= IDLE_MS && !this.#parts.lane.hasTrimDebt
      if (isQuiet || this.#isLogToClear) {
        this.#isLogDirty = !truncateWal(this.#parts.db)
        this.#isLogToClear &&= this.#isLogDirty
      } else this.#statements.finishWal.get()
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
    freePages: db.prepare('PRAGMA freelist_count').pluck(),
    walState: db.prepare('PRAGMA wal_checkpoint(NOOP)'),
    finishWal: db.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
  }
}
