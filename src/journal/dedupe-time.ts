import { HOUR_MS } from '#contract/time.ts'
import { type Clock, steadyClock } from '#platform/clock.ts'
import { GuardedTime } from '#platform/time/guarded-time.ts'
import { DEDUPE_MS } from './accept-rules.ts'

/** After 48 h, whatever was accepted before a clock was set is older than ids are kept. */
const TRUST = {
  slackMs: HOUR_MS,
  believeAfterMs: DEDUPE_MS,
  maxOffMs: Number.POSITIVE_INFINITY,
}

/** The time that ids age by. A clock set ahead makes none old, or repeats would be counted again. */
export class DedupeTime {
  readonly #guard = new GuardedTime(TRUST)
  readonly #steady: Clock

  constructor(steady = steadyClock) {
    this.#steady = steady
  }

  /** Says when the newest id was accepted that a process before has left. */
  know(acceptedAt: number): void {
    this.#guard.know(acceptedAt, this.#steady())
  }

  /** As far as the clock, epoch ms, can be trusted. */
  trusted(clock: number): number {
    return this.#guard.read(clock, this.#steady()).now
  }
}
