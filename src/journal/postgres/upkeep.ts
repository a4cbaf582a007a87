import type pg from 'pg'
import { epochHour } from '#contract/time.ts'
import type { Clock } from '#platform/clock.ts'
import { CAP_HOURS_KEPT, DEDUPE_MS } from '../accept-rules.ts'
import { DedupeTime } from '../dedupe-time.ts'
import type { OnUpkeepError } from '../journal.ts'
import { REMEMBERED_SECONDS } from '../spike-window.ts'
import { RECORD_BYTES } from './schema.ts'

const TRIM_STEP_RECORDS = 500
const PRUNE_STEP_ROWS = 2000
const PRUNE_EVERY_MS = 30_000
const RETRY_AFTER_MS = 1000
const BATCH_KEPT_MS = 600_000

/** Deletes the oldest of lane $1 to $2, noted in `journal_trim`; a partial restore may lack offsets. */
const TRIM_STEP = `
  WITH lane AS (SELECT trimmed_to FROM journal_trim WHERE lane = $1 FOR UPDATE),
  removed AS (
    DELETE FROM journal_record
    WHERE lane = $1 AND record_offset > (SELECT trimmed_to FROM lane)
      AND record_offset <= least($2, (SELECT trimmed_to FROM lane) + ${TRIM_STEP_RECORDS})
    RETURNING record_offset, ${RECORD_BYTES} + coalesce(octet_length(body), 0) AS bytes),
  total AS (
    SELECT least($2, (SELECT trimmed_to FROM lane) + ${TRIM_STEP_RECORDS},
        (SELECT last_offset FROM journal_lane WHERE lane = $1)) AS last,
      (SELECT coalesce(sum(bytes), 0) FROM removed) AS bytes)
  UPDATE journal_trim SET trimmed_to = total.last, trimmed_bytes = trimmed_bytes + total.bytes
  FROM total WHERE lane = $1 AND total.last > trimmed_to`

/** What time it is, epoch ms: as the clocks say, and as they are trusted with what must not be forgotten. */
interface GuardedNow {
  clock: number
  trusted: number
}

/** Rows that an accept holds are skipped: pruning never waits, so it can neither delay one nor deadlock with it. */
const PRUNE_STEPS: { text: string; before: (now: GuardedNow) => number }[] = [
  {
    text: `DELETE FROM journal_accepted WHERE (project_id, event_id) IN (
      SELECT project_id, event_id FROM journal_accepted WHERE accepted_at <= $1 ORDER BY accepted_at
      LIMIT ${PRUNE_STEP_ROWS} FOR UPDATE SKIP LOCKED)`,
    before: ({ trusted }) => trusted - DEDUPE_MS,
  },
  {
    text: `DELETE FROM journal_spike WHERE (project_id, preview) IN (
      SELECT project_id, preview FROM journal_spike WHERE newest_second < $1
      LIMIT ${PRUNE_STEP_ROWS} FOR UPDATE SKIP LOCKED)`,
    before: ({ clock }) => Math.floor(clock / 1000) - REMEMBERED_SECONDS,
  },
  {
    text: 'DELETE FROM journal_cap_use WHERE hour < $1',
    before: ({ trusted }) => epochHour(trusted) - CAP_HOURS_KEPT,
  },
  { text: 'DELETE FROM journal_batch WHERE committed_at < $1', before: ({ clock }) => clock - BATCH_KEPT_MS },
]

export interface PostgresUpkeepOptions {
  clock: Clock
  onError: OnUpkeepError
}

/** Trimming and pruning in the background, in short transactions of their own. */
export class PostgresUpkeep {
  readonly #pool: pg.Pool
  readonly #onError: OnUpkeepError
  readonly #clock: Clock
  readonly #time = new DedupeTime()
  #knowsTime = false
  readonly #trimTo = new Map<number, number>()
  readonly #timer: NodeJS.Timeout
  #trimming: Promise<void> | null = null
  #pruning: Promise<void> | null = null
  #isClosed = false

  constructor(pool: pg.Pool, { clock, onError }: PostgresUpkeepOptions) {
    this.#pool = pool
    this.#onError = onError
    this.#clock = clock
    this.#timer = setInterval(() => {
      this.#pruning ??= this.#prune().finally(() => {
        this.#pruning = null
      })
    }, PRUNE_EVERY_MS)
    this.#timer.unref()
  }

  allowTrim(lane: number, offset: number): void {
    this.#trimTo.set(lane, Math.max(offset, this.#trimTo.get(lane) ?? 0))
    this.#trimming ??= this.#trim().finally(() => {
      this.#trimming = null
    })
  }

  /** Ends after the step under way; what is left to do is left to the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([this.#trimming, this.#pruning])
  }

  async #trim(): Promise<void> {
    while (this.#trimTo.size > 0 && !this.#isClosed) {
      for (const [lane, offset] of [...this.#trimTo]) {
        try {
          const isDone = await this.#trimStep(lane, offset)
          if (isDone && this.#trimTo.get(lane) === offset) this.#trimTo.delete(lane)
        } catch (error) {
          this.#onError(error, 'trim')
          await this.#pause()
        }
      }
    }
  }

  async #trimStep(lane: number, offset: number): Promise<boolean> {
    await this.#pool.query({ name: 'journal_trim_step', text: TRIM_STEP, values: [lane, offset] })
    const text = `SELECT trimmed_to >= least($2, (SELECT last_offset FROM journal_lane WHERE lane = $1)) AS "isDone"
      FROM journal_trim WHERE lane = $1`
    const { rows } = await this.#pool.query<{ isDone: boolean }>(text, [lane, offset])
    return rows[0]!.isDone
  }

  /** A wrong clock must forget nothing: the earlier of the two clocks, this node's and the server's, counts, if it was not set. */
  async #present(): Promise<GuardedNow> {
    const text =
      'SELECT extract(epoch FROM now()) * 1000 AS now, max(accepted_at) AS newest FROM journal_accepted'
    const { rows } = await this.#pool.query<{ now: string; newest: string | null }>(text)
    const { now, newest } = rows[0]!
    if (!this.#knowsTime && newest !== null) this.#time.know(Number(newest))
    this.#knowsTime = true
    const clock = Math.min(Math.floor(Number(now)), this.#clock())
    return { clock, trusted: this.#time.trusted(clock) }
  }

  async #prune(): Promise<void> {
    try {
      const now = await this.#present()
      for (const { text, before } of PRUNE_STEPS) {
        let changed: number | null = PRUNE_STEP_ROWS
        while (changed === PRUNE_STEP_ROWS && !this.#isClosed) {
          changed = (await this.#pool.query(text, [before(now)])).rowCount
        }
      }
    } catch (error) {
      this.#onError(error, 'prune')
    }
  }

  async #pause(): Promise<void> {
    if (this.#isClosed) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  }
}
