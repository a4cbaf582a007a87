/** Asked before each step of work that takes many; if it says no, the work ends early. */
export type GoesOn = () => Promise<boolean>

/** More at once means that they do not end; further ones are refused. */
const MAX_RUNNING = 1000

export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (what: string, error: unknown) => void

  /** @param onError gets every failure; nobody else does. */
  constructor(onError: (what: string, error: unknown) => void) {
    this.#onError = onError
  }

  run(what: string, work: () => Promise<void>): void {
    if (this.#running.size >= MAX_RUNNING) {
      this.#onError(what, new Error(`${MAX_RUNNING} other tasks have not ended yet`))
      return
    }
    const task = work()
      .catch((error: unknown) => this.#onError(what, error))
      .finally(() => this.#running.delete(task))
    this.#running.add(task)
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
