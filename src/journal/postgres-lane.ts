import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addsRecord, resultOf } from './accept-rules.ts'
import { AppendQueue, type MemoryBudget, type PendingAppend } from './append-queue.ts'
import { type AppendRequest, type AppendResult, JournalUnavailableError } from './journal.ts'
import { acceptBatch, type LaneBatch } from './postgres-accept.ts'
import { ACCEPT_DEADLINE_MS, isRetryable, unavailable } from './postgres-pool.ts'

export interface PostgresLaneOptions {
  pool: pg.Pool
  lane: number
  budget: MemoryBudget
  maxBacklogBytes: number
  onCommitted: (lane: number) => void
}

const FIRST_PAUSE_MS = 20
/** Even appends that waited their time out behind a stuck batch get one quick try. */
const SHORTEST_TRY_MS = 200

/** The appends of one lane in this process: one batch, one transaction at a time, the next as soon as it ends. */
export class PostgresLane {
  readonly #options: PostgresLaneOptions
  readonly #queue: AppendQueue
  #isRunning = false

  constructor(options: PostgresLaneOptions) {
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
    for (let appends = this.#queue.take(); appends.length > 0; appends = this.#queue.take()) {
      await this.#settle(appends)
    }
    this.#isRunning = false
  }

  async #settle(appends: PendingAppend[]): Promise<void> {
    const { lane, maxBacklogBytes, onCommitted } = this.#options
    const requests = appends.map(({ request }) => request)
    try {
      const verdicts = await this.#accept(
        { lane, token: randomUUID(), requests, maxBacklogBytes },
        appends[0]!.since,
      )
      this.#queue.resolve(appends, (append, index) => resultOf(verdicts[index]!, append.request.receivedAt))
      if (verdicts.some(addsRecord)) onCommitted(lane)
    } catch (error) {
      this.#queue.reject(appends, error instanceof JournalUnavailableError ? error : unavailable(error))
    }
  }

  /** Tries until the deadline of the oldest append; what stands at a broken commit is found out by the next try. */
  async #accept(batch: LaneBatch, since: number): Promise<Uint8Array> {
    const now = performance.now()
    const deadline = Math.max(since + ACCEPT_DEADLINE_MS, now + SHORTEST_TRY_MS)
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

  async #tryOnce(batch: LaneBatch, limits: { isRetry: boolean; deadline: number }): Promise<Uint8Array> {
    const client = await this.#options.pool.connect()
    let isReleased = false
    const release = (isBroken: boolean): void => {
      if (!isReleased) client.release(isBroken)
      isReleased = true
    }
    // A connection that answers too late is ended: its outcome is unknown, and the server drops its locks.
    const timer = setTimeout(release, Math.max(1, limits.deadline - performance.now()), true)
    try {
      const verdicts = await acceptBatch(client, batch, limits.isRetry)
      release(false)
      return verdicts
    } catch (error) {
      release(!(error instanceof JournalUnavailableError))
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
