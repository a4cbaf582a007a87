/** When a guard trusts a clock; all in milliseconds. */
export interface TrustLimits {
  slackMs: number
  believeAfterMs: number
  /** … if it is off by no more than this. */
  maxOffMs: number
}

export interface GuardedReading {
  /** Epoch ms; never later than the clock says. */
  now: number
  offMs: number
}

/** The time for irreversible work. If the clock is set or wrong, steady time is used instead. */
export class GuardedTime {
  readonly #limits: TrustLimits
  /** Clock less steady time, as far as it is believed. */
  #trusted: number | null = null
  /** The same as last seen to change, and since when (steady time). */
  #seen: { offset: number; since: number } | null = null

  constructor(limits: TrustLimits) {
    this.#limits = limits
  }

  know(time: number, steady: number): void {
    this.#trusted = time - steady
    this.#seen = null
  }

  read(clock: number, steady: number): GuardedReading {
    const { slackMs, believeAfterMs, maxOffMs } = this.#limits
    const offset = clock - steady
    this.#trusted ??= offset
    if (this.#seen === null || Math.abs(offset - this.#seen.offset) > slackMs) {
      this.#seen = { offset, since: steady }
    }
    const isEven = steady - this.#seen.since >= believeAfterMs
    if (isEven && Math.abs(offset - this.#trusted) <= maxOffMs) {
      this.#trusted = offset
      this.#seen = { offset, since: steady }
    }
    const offMs = offset - this.#trusted
    if (Math.abs(offMs) <= slackMs) return { now: clock, offMs: 0 }
    return { now: Math.min(clock, this.#trusted + steady), offMs }
  }

  /** The time extrapolated from the last known time, regardless of clocks; null if none is known. */
  expected(steady: number): number | null {
    return this.#trusted === null ? null : this.#trusted + steady
  }
}
