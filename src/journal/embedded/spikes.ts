import { isSpent, newestSecond, newSpikeWindow, restoreWholeBody, type SpikeWindow } from '../spike-window.ts'

const FORGOTTEN_PER_STEP = 256

export class EmbeddedSpikes {
  /** In the order of their newest second, so that the spent ones come first. */
  readonly #windows = new Map<string, SpikeWindow>()

  window(projectId: number, preview: string, receivedAt: number): SpikeWindow {
    const key = `${projectId}:${preview}`
    const known = this.#windows.get(key)
    if (known && newestSecond(known) === Math.floor(receivedAt / 1000)) return known
    const window = known ?? newSpikeWindow()
    this.#windows.delete(key)
    this.#windows.set(key, window)
    return window
  }

  restore(projectId: number, preview: string, receivedAt: number): void {
    restoreWholeBody(this.window(projectId, preview, receivedAt), receivedAt)
  }

  forgetSome(receivedAt: number): void {
    const second = Math.floor(receivedAt / 1000)
    let left = FORGOTTEN_PER_STEP
    for (const [key, window] of this.#windows) {
      if (left === 0 || !isSpent(window, second)) break
      this.#windows.delete(key)
      left -= 1
    }
  }

  reset(): void {
    this.#windows.clear()
  }
}
