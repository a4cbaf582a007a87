import { randomUUID } from 'node:crypto'

/** Organizations counted at once; past it all counts start again, which costs each page one more read. */
const MAX_ORGS = 10_000

/**
 * How much has happened in each organization, in this process. A page compares the position of what it read with
 * the one its stream begins at: the same means that it has missed nothing in between.
 */
export class LivePositions {
  readonly #counts = new Map<number, number>()
  /** Tells the counts of this process from those of another, or of its own before they started again. */
  #origin = randomUUID()

  /** Something happened in an organization (row key). */
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
