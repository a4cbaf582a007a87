/** Runs a piece of work at once when it is asked for, and then at most once per interval. */
export class Pace {
  readonly #intervalMs: number
  readonly #work: () => boolean
  #timer: NodeJS.Timeout | null = null

  /** @param work returns whether there was anything to do; it runs again after the interval until there is not. */
  constructor(intervalMs: number, work: () => boolean) {
    this.#intervalMs = intervalMs
    this.#work = work
  }

  ask(): void {
    if (this.#timer === null) this.#run()
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #run(): void {
    this.#timer = this.#work() ? setTimeout(() => this.#run(), this.#intervalMs).unref() : null
  }
}
