export class Alarm {
  #ring: (() => void) | null = null
  #rung = false

  ring(): void {
    this.#rung = true
    this.#ring?.()
  }

  /** Resolves at once if it was rung since the last wait. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#ring = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#ring = null
    this.#rung = false
  }
}
