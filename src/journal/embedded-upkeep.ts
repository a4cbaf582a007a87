import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { DEDUPE_MS } from './accept-rules.ts'
import type { EmbeddedLane } from './embedded-lane.ts'
import type { EmbeddedMemory } from './embedded-memory.ts'
import type { FromCheckpointThread } from './embedded-messages.ts'

export interface UpkeepParts {
  file: string
  db: Sqlite.Database
  memory: EmbeddedMemory
  lane: EmbeddedLane
}

const STEP_VACUUM_PAGES = 512
/** Free pages that are worth giving back to the file system (4 KiB each). */
const FREE_PAGES_WORTH = 64
const CHECKPOINT_FRAMES = 2000
/** Without an append for this long, trimming goes on by itself; before, appends do it. */
const LULL_MS = 50
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
  readonly #checkpointsEnded: Promise<void>
  #hasCheckpointThread = true
  #isCheckpointing = false
  #lastAppendAt = 0
  #pausedUntil = 0
  #isLogDirty = true
  #nextIdPassAt = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    this.#statements = prepare(parts.db)
    const options = {
      workerData: parts.file,
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    }
    this.#checkpoints = new Worker(new URL('./embedded-checkpoint-thread.ts', import.meta.url), options)
    this.#checkpoints.on('message', (message: FromCheckpointThread) => this.#checkpointed(message))
    this.#checkpoints.on('error', () => {})
    this.#checkpointsEnded = new Promise((resolve) => {
      this.#checkpoints.once('exit', () => {
        this.#hasCheckpointThread = false
        this.#isCheckpointing = false
        resolve()
      })
    })
  }

  /** To be told after every commit of records. */
  appended(): void {
    this.#lastAppendAt = Date.now()
    this.#isLogDirty = true
  }

  /** What has to go on under load, too; every 100 ms or so. Never throws. */
  underLoad(): void {
    this.#guarded(() => {
      this.#forgetHeads()
      this.#forgetIds()
      this.#considerCheckpoint(CHECKPOINT_FRAMES)
      return false
    })
  }

  /** One step of what can wait for a quiet moment. True: there is more to do, call again soon. Never throws. */
  whenQuiet(): boolean {
    return this.#guarded(() => {
      const quietMs = Date.now() - this.#lastAppendAt
      if (quietMs < LULL_MS) return false
      if (this.#parts.lane.hasTrimDebt) {
        this.#trim()
        return true
      }
      if (quietMs < IDLE_MS) return false
      if (this.#forgetHeads()) return true
      if (this.#parts.memory.ids.isWalking) return this.#forgetIds()
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
    this.#checkpoints.postMessage('close')
    await this.#checkpointsEnded
  }

  #guarded(step: () => boolean): boolean {
    if (Date.now() < this.#pausedUntil) return false
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error
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
      lane.trimStep()
      lane.save()
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      lane.reload()
      throw error
    }
  }

  #forgetHeads(): boolean {
    const isForgotten = this.#parts.lane.headStep(this.#referenceSecond())
    if (isForgotten) this.#isLogDirty = true
    return isForgotten
  }

  /** One step of a walk over all accepted ids, begun every hour. True while the walk goes on. */
  #forgetIds(): boolean {
    const { memory } = this.#parts
    const second = this.#referenceSecond()
    if (!memory.ids.isWalking) {
      if (Date.now() < this.#nextIdPassAt || second === 0) return false
      this.#nextIdPassAt = Date.now() + HOUR_MS
      memory.caps.forgetBefore(Math.floor(second / 3600))
    }
    this.#isLogDirty = true
    return memory.ids.walkStep(second * 1000 - DEDUPE_MS)
  }

  /** The present by the clock and by the records, whichever is earlier: a clock gone wrong must forget nothing. */
  #referenceSecond(): number {
    return Math.floor(Math.min(Date.now(), this.#parts.memory.latestReceivedAt) / 1000)
  }

  #considerCheckpoint(minFrames: number): void {
    if (this.#isCheckpointing) return
    const { log, checkpointed } = this.#statements.walState.get() as { log: number; checkpointed: number }
    if (log - checkpointed < minFrames) return
    // Without its thread a checkpoint delays the accepts behind it, but the log stays bounded.
    if (!this.#hasCheckpointThread) {
      this.#checkpointed({ ok: true })
      return
    }
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
      const isQuiet = Date.now() - this.#lastAppendAt >= IDLE_MS && !this.#parts.lane.hasTrimDebt
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
    freePages: db.prepare('PRAGMA freelist_count').pluck(),
    walState: db.prepare('PRAGMA wal_checkpoint(NOOP)'),
    finishWal: db.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
  }
}
