import { type Clock, steadyClock } from '#platform/clock.ts'

const MIB = 1024 * 1024
/** Inflation rate of all streamed envelopes together: a fraction of one processor. */
const BYTES_PER_SECOND = 96 * MIB
/** More than one ordinary attachment, so that nobody waits who does not send many. */
const BURST_BYTES = 32 * MIB
const TURN_MS = 10

interface Waiting {
  bytes: number
  go(): void
}

/** Paces the inflating of streamed envelopes: a hundred kilobytes can hold a hundred megabytes. Past the
 * pace projects take turns, and one that sends much waits for itself. */
export class InflateLane {
  readonly #queues = new Map<number, Waiting[]>()
  readonly #clock: Clock
  #allowance = BURST_BYTES
  #refilledAt: number
  #timer: NodeJS.Timeout | null = null

  /** @param clock monotonic milliseconds. */
  constructor(clock: Clock = steadyClock) {
    this.#clock = clock
    this.#refilledAt = clock()
  }

  /** Counts inflated bytes; returns a promise if the project must wait before it inflates more. */
  pass(project: number, bytes: number): Promise<void> | undefined {
    this.#refill()
    if (this.#queues.size === 0 && this.#allowance > 0) {
      this.#allowance -= bytes
      return undefined
    }
    return new Promise((go) => {
      const queue = this.#queues.get(project)
      if (queue === undefined) this.#queues.set(project, [{ bytes, go }])
      else queue.push({ bytes, go })
      this.#timer ??= setInterval(() => this.#turn(), TURN_MS)
    })
  }

  #refill(): void {
    const now = this.#clock()
    const earned = ((now - this.#refilledAt) * BYTES_PER_SECOND) / 1000
    this.#allowance = Math.min(BURST_BYTES, this.#allowance + earned)
    this.#refilledAt = now
  }

  #turn(): void {
    this.#refill()
    while (this.#allowance > 0) {
      const [next] = this.#queues
      if (next === undefined) break
      this.#serve(...next)
    }
    if (this.#queues.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Resumes the first of a project; the project goes to the end of the line. */
  #serve(project: number, queue: Waiting[]): void {
    const { bytes, go } = queue.shift()!
    this.#queues.delete(project)
    if (queue.length > 0) this.#queues.set(project, queue)
    this.#allowance -= bytes
    go()
  }
}
