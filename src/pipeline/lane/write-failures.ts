/** A batch that failed is tried again as parts of this share: a record that storage refuses is alone after four tries. */
const PARTS = 8
/** A failure may be of the moment. */
const TRIES_ALONE = 3

/** How much is written at a time after writes of a lane failed, until only the record that fails is left. */
export class WriteFailures {
  readonly #most: number
  #atMost: number
  /** The end of the largest batch that failed. */
  #reach = 0
  #failedAlone = 0

  /** @param most records of a batch while nothing fails. */
  constructor(most: number) {
    this.#most = most
    this.#atMost = most
  }

  /** Records that the next batch may have. */
  get atMost(): number {
    return this.#atMost
  }

  get isNarrow(): boolean {
    return this.#atMost < this.#most
  }

  /** Whether the record that failed last failed by itself, several times in a row. */
  get isAlone(): boolean {
    return this.#failedAlone >= TRIES_ALONE
  }

  /** A batch of `count` records that ends at offset `to` was not written. */
  failed(to: number, count: number): void {
    this.#reach = Math.max(this.#reach, to)
    this.#failedAlone = count === 1 ? this.#failedAlone + 1 : 0
    this.#atMost = Math.max(1, Math.floor(count / PARTS))
  }

  written(to: number): void {
    this.#failedAlone = 0
    if (to >= this.#reach) this.#atMost = this.#most
  }

  /** The record at offset `to` was given up: others of its kind may follow it. */
  gaveUp(to: number): void {
    this.#atMost = Math.min(this.#most, PARTS)
    this.written(to)
  }
}
