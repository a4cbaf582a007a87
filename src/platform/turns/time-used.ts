import type { Clock } from '../clock.ts'
import { Lru } from '../lru.ts'

export interface TimeShare {
  /** Given back as time passes: 0.2 is 200 ms of each second. */
  share: number
  /** More is not remembered, ms. */
  mostMs: number
}

const MAX_REMEMBERED = 10_000

/** How much of a thread each one used of late, beyond its share; of the last 10,000 that used any. */
export class TimeUsed {
  readonly #clock: Clock
  readonly #share: TimeShare
  /** Who used nothing of late is absent, or was not asked for since. */
  readonly #used = new Lru<number, { ms: number; at: number }>(MAX_REMEMBERED)

  constructor(clock: Clock, share: TimeShare) {
    this.#clock = clock
    this.#share = share
  }

  add(who: number, ms: number): void {
    const used = Math.min(this.by(who) + ms, this.#share.mostMs)
    this.#used.set(who, { ms: used, at: this.#clock() })
  }

  by(who: number): number {
    const used = this.#used.get(who)
    if (used === undefined) return 0
    const ms = used.ms - (this.#clock() - used.at) * this.#share.share
    if (ms > 0) return ms
    this.#used.delete(who)
    return 0
  }
}
