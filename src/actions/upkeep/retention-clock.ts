import { DAY_MS, HOUR_MS, isoTime } from '#contract/time.ts'
import type { Clock } from '#platform/clock.ts'
import { GuardedTime } from '#platform/time/guarded-time.ts'
import type { Database } from '#storage/engine/database.ts'
import { databaseTime, lastProcessedAt, noteKnownTime, readKnownTime } from '#storage/upkeep/known-time.ts'

const SLACK_MS = HOUR_MS
const TRUST_LIMITS = { slackMs: SLACK_MS, believeAfterMs: DAY_MS, maxOffMs: 7 * DAY_MS }

export interface RetentionClockDeps {
  database: Database
  clock: Clock
  steady: Clock
  /** Told once when a clock is found off, and once when it is right again (null). */
  onDoubt: (doubt: string | null) => void
}

/** The earliest of this node's clock, the database's and the last known time. A clock that was wrong at the
 * start, or is set while the service runs, evicts nothing. */
export class RetentionClock {
  readonly #deps: RetentionClockDeps
  readonly #guard = new GuardedTime(TRUST_LIMITS)
  #noted: number | null = null
  #accepted: number | null = null
  #doubt: string | null = null
  /** By how much the clock was ahead of what was known when this process began, ms. */
  #aheadAtStart: number | null = null
  #isWaiting = false

  constructor(deps: RetentionClockDeps) {
    this.#deps = deps
  }

  /** The problem with a clock and its remedy, as of the last `read`; null if all clocks agree. */
  get doubt(): string | null {
    return this.#doubt
  }

  /** True if the doubt is what any stop of an hour to a week leaves: it ends by itself. A clock that was
   * wrong at the start looks the same; that removes nothing either. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** The present time, epoch ms. To be asked every minute or so, and first before anything new is noted. */
  async read(): Promise<number> {
    const { database, clock, steady } = this.#deps
    const ofDatabase = await databaseTime(database)
    await this.#learn()
    const own = clock()
    const at = steady()
    const { now, offMs } = this.#guard.read(Math.min(own, ofDatabase ?? own), at)
    this.#aheadAtStart ??= offMs
    const ownOffMs = own - (ofDatabase ?? own)
    this.#isWaiting = isOfStop({ offMs, ownOffMs, aheadAtStart: this.#aheadAtStart })
    this.#say(doubtOf({ offMs, now, ownOffMs }))
    // A clock that is behind keeps to the expected time as well.
    await this.#note(offMs === 0 ? now : this.#guard.expected(at)!)
    return now
  }

  /** Takes over what was known before this process, and what another node or an operator has found out since. */
  async #learn(): Promise<void> {
    const { database, steady } = this.#deps
    const { known, accepted } = await readKnownTime(database.queries)
    const expected = this.#guard.expected(steady())
    this.#noted = known
    if (expected === null) {
      const first = known ?? (await lastProcessedAt(database.queries))
      if (first !== null) this.#guard.know(first, steady())
    } else if (accepted !== null && accepted !== this.#accepted) {
      this.#guard.know(accepted, steady())
    } else if (known !== null && known > expected + SLACK_MS) {
      this.#guard.know(known, steady())
    }
    this.#accepted = accepted
  }

  /** If nothing can be written, as on a full disk, the next minute tries again. */
  async #note(time: number): Promise<void> {
    await noteKnownTime(this.#deps.database.queries, time, this.#noted).catch(() => {})
  }

  #say(doubt: string | null): void {
    const isNews = (doubt === null) !== (this.#doubt === null)
    this.#doubt = doubt
    if (isNews) this.#deps.onDoubt(doubt)
  }
}

/** The clock runs evenly since this process began, and was ahead by no more than what is believed after a day. */
function isOfStop(reading: { offMs: number; ownOffMs: number; aheadAtStart: number }): boolean {
  const { offMs, ownOffMs, aheadAtStart } = reading
  const isEven = Math.abs(offMs - aheadAtStart) <= SLACK_MS && Math.abs(ownOffMs) <= SLACK_MS
  return isEven && offMs > 0 && offMs <= TRUST_LIMITS.maxOffMs
}

function doubtOf(reading: { offMs: number; now: number; ownOffMs: number }): string | null {
  const { offMs, now, ownOffMs } = reading
  if (offMs !== 0) {
    return (
      `The clock is ${spanOf(offMs)} the last known time. Retention uses ${isoTime(now)}, ` +
      'so nothing is deleted because of the difference. If the clock is wrong, set it. If it is right (the service was ' +
      'stopped for that long), run `errata retention --accept-clock`; up to 7 days are accepted after a day.'
    )
  }
  if (Math.abs(ownOffMs) <= SLACK_MS) return null
  return (
    `The clock of this node is ${spanOf(ownOffMs)} the clock of PostgreSQL. Retention uses the earlier one. ` +
    'Set the one that is wrong.'
  )
}

function spanOf(ms: number): string {
  const hours = Math.abs(ms) / HOUR_MS
  const span = hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`
  return `${span} ${ms > 0 ? 'ahead of' : 'behind'}`
}
