import { type Clock, steadyClock } from '#platform/clock.ts'
import { TimeUsed } from '#platform/turns/time-used.ts'

/** What an organization can use up at once, and how much of each second it gets back. */
const MOST_MS = 10_000
const REGAINED = 0.25

/** A file or an event that takes longer ends its thread; nothing more is read for a request that has taken as long, however
 * little of the processor the thread had. */
export const LONGEST_MS = 8_000

export const NO_TIME =
  "Reading this organization's source maps and mapping files took too much time. Frames can be shown with their source again within a minute."

/** The time that each organization may take of the thread that reads source maps. Anyone who sees a public key
 * can upload maps and name them in events, and events of all organizations wait for that thread. */
export class ReadingTime {
  readonly #used: TimeUsed

  /** @param clock monotonic ms. */
  constructor(clock: Clock = steadyClock) {
    this.#used = new TimeUsed(clock, { share: REGAINED, mostMs: Number.POSITIVE_INFINITY })
  }

  /** Not above 0: nothing. */
  leftMs(orgId: number): number {
    return MOST_MS - this.#used.by(orgId)
  }

  spend(orgId: number, ms: number): void {
    if (ms > 0) this.#used.add(orgId, ms)
  }
}
