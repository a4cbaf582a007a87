import type pg from 'pg'
import { type AppendFailure, appendFailure, recentFailure } from '../recent-failure.ts'
import { PRESENT_MS } from './clock.ts'
import { unavailable } from './pool.ts'

/** An append or a probe so recent shows that writing works, ms; more questions cause no more writes. */
const FRESH_MS = 2000
/** A batch that failed by itself may have met a lock or a server under load. */
const FAILURES_IN_A_ROW = 3
/** As the last thing an append writes; upkeep removes it like any other batch. */
const PROBE = `INSERT INTO journal_batch (token, verdicts, committed_at) VALUES (gen_random_uuid(), '', ${PRESENT_MS})`

/** Knows whether PostgreSQL takes records: from the last appends, or by writing a row if there were none lately. */
export class WriteProbe {
  readonly #pool: pg.Pool
  #succeededAt = Number.NEGATIVE_INFINITY
  #failuresInARow = 0
  #lastFailure: AppendFailure | null = null
  #probe: { result: Promise<string | null>; at: number } | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  succeeded(): void {
    this.#succeededAt = performance.now()
    this.#failuresInARow = 0
  }

  failed({ message }: Error): void {
    this.#failuresInARow += 1
    this.#lastFailure = appendFailure(message)
  }

  /** Why nothing can be written at present; null if it can. */
  async failure(): Promise<string | null> {
    const now = performance.now()
    if (now - this.#succeededAt < FRESH_MS) return null
    if (this.#failuresInARow >= FAILURES_IN_A_ROW) {
      const failure = recentFailure(this.#lastFailure)
      if (failure !== null) return failure
    }
    if (!this.#probe || now - this.#probe.at >= FRESH_MS) this.#probe = { result: this.#write(), at: now }
    return this.#probe.result
  }

  async #write(): Promise<string | null> {
    try {
      await this.#pool.query(PROBE)
      return null
    } catch (error) {
      return unavailable(error).message
    }
  }
}
