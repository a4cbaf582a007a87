import { randomUUID } from 'node:crypto'

/** Organizations counted at once; past it all counts start again, which costs each page one more read. */
const MAX_ORGS = 10_000

/** In this process. If a page's position equals its stream's first one, it missed nothing in between. */
export class LivePositions {
  readonly #counts = new Map<number, number>()
  /** Tells the counts of this process from those of another, or of its own before they started again. */
  #origin = randomUUID()

  advance(orgId: number): void {
    const count = this.#counts.get(orgId) ?? 0
    if (count === 0 && this.#counts.size >= MAX_ORGS) {
      this.#counts.clear()
      this.#origin = randomUUID()
    }
    this.#counts.set(orgId, count + 1)
  }

  of(orgId: number): string {
    return `${this.#origin}.${this.#counts.get(orgId) ?? 0}`
  }
}
