import { type Clock, steadyClock, systemClock } from '#platform/clock.ts'
import type { Database } from '../engine/database.ts'
import { clockOffset } from './clock-offset.ts'
import { databaseTime } from './known-time.ts'

const LOOK_EVERY_MS = 2_000

/** Nodes' common time (decision 0096): PostgreSQL's, every 2 s, steady between. SQLite: the machine's. */
export class SharedClock {
  readonly #database: Database
  /** The database's time less steady time, ms; null: this machine's clock it is. */
  #offset: number | null = null
  #timer: NodeJS.Timeout | undefined
  #look: Promise<void> = Promise.resolve()

  private constructor(database: Database) {
    this.#database = database
  }

  /** Reads it once, then follows it until closed. @throws if the database does not answer. */
  static async follow(database: Database): Promise<SharedClock> {
    const clock = new SharedClock(database)
    await clock.#lookOnce()
    if (database.dialect === 'sqlite') return clock
    // While the database is unreachable, the last offset stays in use.
    clock.#timer = setInterval(() => {
      clock.#look = clock.#lookOnce().catch(() => {})
    }, LOOK_EVERY_MS)
    clock.#timer.unref()
    return clock
  }

  readonly now: Clock = () =>
    this.#offset === null ? systemClock() : Math.floor(this.#offset + steadyClock())

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#look
  }

  async #lookOnce(): Promise<void> {
    const askedAt = steadyClock()
    const time = await databaseTime(this.#database)
    this.#offset =
      time === null ? null : clockOffset(this.#offset, { time, askedAt, answeredAt: steadyClock() })
  }
}
