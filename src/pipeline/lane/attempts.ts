import type { Database } from '#storage/engine/database.ts'
import {
  beginAttempt,
  type ConsumerPosition,
  readConsumer,
  takeBackAttempt,
} from '#storage/upkeep/consumer.ts'

export interface AttemptDeps {
  database: Pick<Database, 'queries'>
  now: () => number
}

interface Debt {
  from: ConsumerPosition
  atLeast: number
}

/** Attempts at a lane (decision 0060). Those left in the database ended their process or thread. */
export class LaneAttempts {
  readonly #deps: AttemptDeps
  readonly #lane: number
  #own: ConsumerPosition | null = null
  #debts: Debt[] = []

  constructor(deps: AttemptDeps, lane: number) {
    this.#deps = deps
    this.#lane = lane
  }

  get hasOwn(): boolean {
    return this.#own !== null
  }

  async load(): Promise<ConsumerPosition> {
    await this.#settle()
    const position = await readConsumer(this.#deps.database.queries, this.#lane)
    if (!position) throw new Error(`Lane ${this.#lane} has no consumer position.`)
    return position
  }

  /** Counts an attempt once. @returns fatal ones before it; null if another worker was first: load again. */
  async begin(position: ConsumerPosition): Promise<number | null> {
    if (this.#own) return this.#own.attempts - 1
    const counted = position.attempts + 1
    // Should the answer be lost, it may have been counted.
    this.#debts.push({ from: position, atLeast: counted })
    const isFirst = await beginAttempt(this.#deps.database.queries, position, this.#deps.now())
    this.#debts.pop()
    if (!isFirst) return null
    this.#own = { ...position, attempts: counted }
    return position.attempts
  }

  /** A batch is being committed that moves the lane to a position; if the answer is lost, the lane may already be there. */
  committing(to: ConsumerPosition): void {
    if (to.attempts > 0) this.#debts.push({ from: to, atLeast: 1 })
  }

  notCommitted(): void {
    this.#debts = []
  }

  moved(to: ConsumerPosition): void {
    this.#debts = []
    this.#own = to.attempts > 0 ? to : null
  }

  /** The attempt ended the thread that processed it: it stays counted. */
  leave(): void {
    this.#own = null
  }

  /** The attempt ended in another way: no record was at fault. If storage is away, the next step says so first. */
  async takeBack(): Promise<void> {
    if (this.#own) this.#debts.push({ from: this.#own, atLeast: 1 })
    this.#own = null
    await this.#settle()
  }

  async #settle(): Promise<void> {
    for (let debt = this.#debts[0]; debt; debt = this.#debts[0]) {
      await takeBackAttempt(this.#deps.database.queries, debt.from, debt.atLeast)
      this.#debts.shift()
    }
  }
}
