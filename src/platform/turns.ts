/** Runs work a few at a time, in the order it came; past a number of waiting ones it refuses. */
export class Turns {
  readonly #running: number
  readonly #waiting: number
  readonly #refusal: () => Error
  #active = 0
  readonly #line: (() => void)[] = []

  /** @param limits how many run at once, how many may wait, and what the next one is refused with. */
  constructor(limits: { running: number; waiting: number; refusal: () => Error }) {
    this.#running = limits.running
    this.#waiting = limits.waiting
    this.#refusal = limits.refusal
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#active < this.#running) this.#active++
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#active--
    }
  }

  #turn(): Promise<void> {
    if (this.#line.length >= this.#waiting) throw this.#refusal()
    return new Promise((resolve) => this.#line.push(resolve))
  }
}
