import { type Clock, steadyClock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'

/** What an organization can use up at once, and how much of each second it gets back. */
const MOST_MS = 20_000
const REGAINED = 0.25
const MAX_ORGS = 10_000

interface Spent {
  ms: number
  at: number
}

/** The time that each organization may take of the thread that reads source maps. Anyone who sees a public key
 * can upload maps and name them in events, and events of all organizations wait for that thread. */
export class ReadingTime {
  readonly #clock: Clock
  readonly #spent = new Lru<number, Spent>(MAX_ORGS)

  /** @param clock monotonic ms. */
  constructor(clock: Clock = steadyClock) {
    this.#clock = clock
  }

  isLeft(orgId: number): boolean {
    return this.#spentBy(orgId) < MOST_MS
  }

  spend(orgId: number, ms: number): void {
    if (ms > 0) this.#spent.set(orgId, { ms: this.#spentBy(orgId) + ms, at: this.#clock() })
  }

  #spentBy(orgId: number): number {
    const spent = this.#spent.get(orgId)
    return spent === undefined ? 0 : Math.max(0, spent.ms - (this.#clock() - spent.at) * REGAINED)
  }
}
