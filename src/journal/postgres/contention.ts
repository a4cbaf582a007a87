import { ACCEPT_DEADLINE_MS } from './pool.ts'

/** Waits shorter than this are a busy machine's, not another node's, ms. */
const CONTENDED_MS = 3
const LONGEST_PAUSE_MS = 10
/** Of each new wait in the average: a few batches decide. */
const SHARE = 0.3

/**
 * How long a node's batches wait for lanes that other nodes hold, by PostgreSQL's clock. The next batch would only
 * queue behind them, so it collects meanwhile: fewer, larger transactions (decision 0146).
 */
export class LaneContention {
  #waitMs = 0

  /** @param ms what no batch can have waited tells of a clock that was set, not of a wait. */
  waited(ms: number): void {
    const isPossible = ms >= 0 && ms <= ACCEPT_DEADLINE_MS
    if (isPossible) this.#waitMs += SHARE * (ms - this.#waitMs)
  }

  get isContended(): boolean {
    return this.#waitMs >= CONTENDED_MS
  }

  /** How long to collect before a batch begins, ms; 0 if no other node is in the way. */
  get pauseMs(): number {
    return this.isContended ? Math.min(LONGEST_PAUSE_MS, this.#waitMs / 2) : 0
  }
}
