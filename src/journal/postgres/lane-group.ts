import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addsRecord, resultOf } from '../accept-rules.ts'
import { AppendQueue, type MemoryBudget, type PendingAppend } from '../append-queue.ts'
import type { DedupeTime } from '../dedupe-time.ts'
import { type AppendRequest, type AppendResult, JournalUnavailableError } from '../journal.ts'
import { acceptBatch, type BatchVerdicts, type PostgresBatch } from './accept.ts'
import type { LaneContention } from './contention.ts'
import { ACCEPT_DEADLINE_MS, isRetryable, unavailable } from './pool.ts'
import { laneOf } from './schema.ts'

export interface LaneGroupOptions {
  pool: pg.Pool
  lanes: number
  budget: MemoryBudget
  maxBacklogBytes: number
  dedupeTime: Pick<DedupeTime, 'trusted'>
  contention: LaneContention
  onCommitted: (lane: number) => void
  onRefused: (error: Error) => void
}

const FIRST_PAUSE_MS = 20
/** Even appends that waited their time out behind a stuck batch get one quick try. */
const SHORTEST_TRY_MS = 200

/** Appends of some lanes: one batch and transaction at a time. Fewer groups make bigger, cheaper batches. */
export class PostgresLaneGroup {
  readonly #options: LaneGroupOptions
  readonly #queue: AppendQueue
  #isRunning = false

  constructor(options: LaneGroupOptions) {
    this.#options = options
    this.#queue = new AppendQueue(options.budget)
  }

  append(request: AppendRequest): Promise<AppendResult> {
    const promise = this.#queue.add(request)
    if (!this.#isRunning) {
      this.#isRunning = true
      // After the present turn of the event loop: what arrived together is committed together.
      setImmediate(() => this.#run())
    }
    return promise
  }

  whenEmpty(): Promise<void> {
    return this.#queue.whenEmpty()
  }

  async #run(): Promise<void> {
    for (;;) {
      const { pauseMs } = this.#options.contention
      if (pauseMs > 0) await sleep(pauseMs)
      const appends = this.#queue.take()
      if (appends.length === 0) break
      await this.#settle(appends)
    }
    // Nothing is awaited since the queue was empty: an append from here on starts it again.
    this.#isRunning = false
  }

  /** Answers a batch at its deadline at the latest, but ends only with its last try: the group has one at a time. */
  async #settle(appends: PendingAppend[]): Promise<void> {
    const { lanes, maxBacklogBytes, dedupeTime } = this.#options
    const requests = appends.map(({ request }) => request)
    const batch = { token: randomUUID(), requests, lanes, maxBacklogBytes, dedupeTime }
    const now = performance.now()
    const deadline = Math.max(appends[0]!.since + ACCEPT_DEADLINE_MS, now + SHORTEST_TRY_MS)
    const accepting = this.#accept(batch, deadline)
    const settle = ({ codes, receivedAt }: BatchVerdicts): void => {
      this.#queue.resolve(appends, (_, index) => resultOf(codes[index]!, receivedAt))
      this.#announce(batch, codes)
    }
    const refuse = (error: unknown): void => {
      const refusal = error instanceof JournalUnavailableError ? error : unavailable(error)
      this.#options.onRefused(refusal)
      this.#queue.reject(appends, refusal)
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      refuse(new Error(`no answer in ${ACCEPT_DEADLINE_MS} ms`))
    }, deadline - now)
    try {
      const verdicts = await accepting
      if (isLate) this.#announce(batch, verdicts.codes)
      else settle(verdicts)
    } catch (error) {
      if (!isLate) refuse(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #announce({ requests, lanes }: PostgresBatch, codes: Uint8Array): void {
    const added = requests.filter((_, index) => addsRecord(codes[index]!))
    for (const lane of new Set(added.map((request) => laneOf(request, lanes))))
      this.#options.onCommitted(lane)
  }

  /** Tries until the deadline; how a try ended whose commit was cut off is found out by the next one. */
  async #accept(batch: PostgresBatch, deadline: number): Promise<BatchVerdicts> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#tryOnce(batch, { isRetry: attempt > 0, deadline })
      } catch (error) {
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, 200)
        if (!isRetryable(error) || performance.now() + pause >= deadline) throw error
        await sleep(pause)
      }
    }
  }

  async #tryOnce(
    batch: PostgresBatch,
    { isRetry, deadline }: { isRetry: boolean; deadline: number },
  ): Promise<BatchVerdicts> {
    const client = await this.#options.pool.connect()
    try {
      const verdicts = await acceptBatch(client, batch, { isRetry, patienceMs: deadline - performance.now() })
      client.release()
      this.#options.contention.waited(verdicts.waitedMs)
      return verdicts
    } catch (error) {
      client.release(!(error instanceof JournalUnavailableError))
      throw error
    }
  }
}
