import { type Clock, steadyClock } from '#platform/clock.ts'

/** Signs of life of a thread, counted in memory that it shares with the one that watches it. */
export type Heartbeat = Int32Array<SharedArrayBuffer>

export function newHeartbeat(): Heartbeat {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

export function beat(heartbeat: Heartbeat): void {
  Atomics.add(heartbeat, 0, 1)
}

/** Counts at most `longestLookMs` per look, so that a process stopped as a whole is not a dead thread. */
export class SilenceMeter {
  readonly #heartbeat: Heartbeat
  readonly #longestLookMs: number
  readonly #clock: Clock
  #lastBeat = 0
  #lastLookAt = 0
  #silentMs = 0

  constructor(heartbeat: Heartbeat, longestLookMs: number, clock: Clock = steadyClock) {
    this.#heartbeat = heartbeat
    this.#longestLookMs = longestLookMs
    this.#clock = clock
    this.reset()
  }

  silentMs(): number {
    const now = this.#clock()
    const lastBeat = Atomics.load(this.#heartbeat, 0)
    const sinceLook = Math.min(now - this.#lastLookAt, this.#longestLookMs)
    this.#silentMs = lastBeat === this.#lastBeat ? this.#silentMs + sinceLook : 0
    this.#lastBeat = lastBeat
    this.#lastLookAt = now
    return this.#silentMs
  }

  reset(): void {
    this.#lastBeat = Atomics.load(this.#heartbeat, 0)
    this.#lastLookAt = this.#clock()
    this.#silentMs = 0
  }
}
