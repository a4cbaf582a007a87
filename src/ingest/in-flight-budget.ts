/** Bytes of request bodies that may be in hand at once, over all connections. */
export const IN_FLIGHT_BYTES = 64 * 1024 * 1024

/** A bound on the bytes of bodies held between their first chunk and the journal's answer. */
export class InFlightBudget {
  readonly #maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number = IN_FLIGHT_BYTES) {
    this.#maxBytes = maxBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** A share of the budget that grows with one body and is given back as a whole. */
  lease(): BodyLease {
    let leasedBytes = 0
    return {
      growTo: (bytes) => {
        const more = bytes - leasedBytes
        if (more <= 0) return true
        if (this.#usedBytes + more > this.#maxBytes) return false
        this.#usedBytes += more
        leasedBytes = bytes
        return true
      },
      release: () => {
        this.#usedBytes -= leasedBytes
        leasedBytes = 0
      },
    }
  }
}

export interface BodyLease {
  /** Makes the share at least so many bytes; false, and nothing changed, when the budget has no room. */
  growTo(bytes: number): boolean
  /** Gives everything back; safe to call again. */
  release(): void
}
