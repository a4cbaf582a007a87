import type { JournalWriter } from '#journal/journal.ts'
import { type Clock, steadyClock, systemClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { listConsumers } from '#storage/upkeep/consumer.ts'

export interface LaneWatchParts {
  database: Pick<Database, 'queries'>
  journal: Pick<JournalWriter, 'oldestWaiting'>
  clock?: Clock
  steady?: Clock
}

export interface LaneDelay {
  lane: number
  oldestMs: number
  /** Since a node last processed some of it, or nothing waited. */
  stalledMs: number
}

/** `late`: the dashboard shows less than was accepted. `stuck`: nothing of a lane gets through, and it has lasted. */
export type PipelineHealth = { state: 'ok' } | { state: 'late' | 'stuck'; delay: LaneDelay }

export const LATE_MS = 60_000
export const STUCK_MS = 300_000
const LOOK_EVERY_MS = 5_000
/** A more recent look is not repeated, however often someone asks. */
const FRESH_MS = 1_000

/** When each lane last moved, by any node, and its oldest waiting event. A failed attempt is not a move. */
export class LaneWatch {
  readonly #parts: LaneWatchParts
  readonly #clock: Clock
  readonly #steady: Clock
  /** By lane: where it stood at the last look, and when it last moved or was empty. */
  readonly #lanes = new Map<number, { offset: number; since: number }>()
  #delays: LaneDelay[] = []
  #lookedAt = Number.NEGATIVE_INFINITY
  #look: Promise<void> | null = null
  readonly #timer: NodeJS.Timeout

  constructor(parts: LaneWatchParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? systemClock
    this.#steady = parts.steady ?? steadyClock
    // Regularly, so that a lane that moved between two requests doesn't look stuck.
    this.#timer = setInterval(() => void this.#lookNow().catch(() => {}), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** @throws what the database or the journal throws when they don't answer. */
  async health(): Promise<PipelineHealth> {
    if (this.#steady() - this.#lookedAt >= FRESH_MS) await this.#lookNow()
    // The age alone is not enough: it may be a backlog that is being worked off, or a clock that was set.
    const worst = (isSo: (delay: LaneDelay) => boolean) =>
      this.#delays.filter(isSo).sort((a, b) => b.stalledMs - a.stalledMs)[0]
    const stuck = worst(
      ({ oldestMs, stalledMs }) => stalledMs >= STUCK_MS || (oldestMs >= STUCK_MS && stalledMs >= LATE_MS),
    )
    if (stuck) return { state: 'stuck', delay: stuck }
    const late = worst(({ oldestMs, stalledMs }) => oldestMs >= LATE_MS || stalledMs >= LATE_MS)
    return late ? { state: 'late', delay: late } : { state: 'ok' }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#look?.catch(() => {})
  }

  #lookNow(): Promise<void> {
    this.#look ??= this.#lookOnce().finally(() => {
      this.#look = null
    })
    return this.#look
  }

  async #lookOnce(): Promise<void> {
    const positions = [...(await listConsumers(this.#parts.database.queries)).values()]
    const received = await this.#parts.journal.oldestWaiting(positions)
    const [now, steady] = [this.#clock(), this.#steady()]
    this.#delays = positions.map(({ lane, offset }, index) => {
      const oldest = received[index] ?? null
      const before = this.#lanes.get(lane)
      const stands = before?.offset === offset && oldest !== null
      const since = stands ? before.since : steady
      this.#lanes.set(lane, { offset, since })
      return { lane, oldestMs: oldest === null ? 0 : Math.max(0, now - oldest), stalledMs: steady - since }
    })
    this.#lookedAt = steady
  }
}
