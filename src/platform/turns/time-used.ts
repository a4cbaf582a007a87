import type { Clock } from '../clock.ts'

export interface TimeShare {
  /** How much of what was used is forgiven as time passes: 1 is all of the time. */
  share: number
  /** More is not remembered, ms. */
  mostMs: number
}

/** How much of a thread each one used of late, beyond its share. */
export class TimeUsed {
  readonly #clock: Clock
  readonly #share: TimeShare
  /** Who used nothing of late is absent, or was not asked for since. */
  readonly #used = new Map<number, { ms: number; at: number }>()

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
