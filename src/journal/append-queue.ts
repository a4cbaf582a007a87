import { type AppendRequest, type AppendResult, JournalUnavailableError } from './journal.ts'
import { BATCH_RECORDS } from './journal-batch.ts'

export interface PendingAppend {
  request: AppendRequest
  bytes: number
  since: number
  resolve: (result: AppendResult) => void
  reject: (error: Error) => void
}

/** What a pending append takes beside its body, about, bytes. */
const REQUEST_BYTES = 1024
const BATCH_BYTES = 8 * 1024 * 1024

/** Bytes that all queues of a journal together may hold, so that a slow disk ends in refusals, not in a crash. */
export interface MemoryBudget {
  usedBytes: number
  readonly maxBytes: number
}

export function memoryBudget(maxBytes = 64 * 1024 * 1024): MemoryBudget {
  return { usedBytes: 0, maxBytes }
}

/** Appends on their way to stable storage, in order: waiting, or taken as a batch and not settled yet. */
export class AppendQueue {
  readonly #budget: MemoryBudget
  #waiting: PendingAppend[] = []
  #unsettled = 0
  #onEmpty: (() => void)[] = []

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  /** Takes a request in; the promise is settled by `resolve` or `reject`, or at once when the budget is used up. */
  add(request: AppendRequest): Promise<AppendResult> {
    const bytes = REQUEST_BYTES + request.body.byteLength
    if (this.#budget.usedBytes + bytes > this.#budget.maxBytes) {
      const message = `More than ${this.#budget.maxBytes} bytes wait for the journal.`
      return Promise.reject(new JournalUnavailableError('full', message))
    }
    this.#budget.usedBytes += bytes
    this.#unsettled += 1
    const since = performance.now()
    return new Promise((resolve, reject) => this.#waiting.push({ request, bytes, since, resolve, reject }))
  }

  /** The next batch: the oldest appends, at most 512 and about 8 MiB, at least one when there is any. */
  take(): PendingAppend[] {
    let count = 0
    let bytes = 0
    while (count < this.#waiting.length && count < BATCH_RECORDS && bytes < BATCH_BYTES) {
      bytes += this.#waiting[count]!.bytes
      count += 1
    }
    if (count === this.#waiting.length) return this.takeAll()
    return this.#waiting.splice(0, count)
  }

  takeAll(): PendingAppend[] {
    const taken = this.#waiting
    this.#waiting = []
    return taken
  }

  resolve(appends: PendingAppend[], result: (append: PendingAppend, index: number) => AppendResult): void {
    for (const [index, append] of appends.entries()) append.resolve(result(append, index))
    this.#settled(appends)
  }

  reject(appends: PendingAppend[], error: Error): void {
    for (const append of appends) append.reject(error)
    this.#settled(appends)
  }

  /** Resolves when every append taken in so far and since is settled. */
  whenEmpty(): Promise<void> {
    if (this.#unsettled === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onEmpty.push(resolve))
  }

  #settled(appends: PendingAppend[]): void {
    for (const append of appends) this.#budget.usedBytes -= append.bytes
    this.#unsettled -= appends.length
    if (this.#unsettled > 0) return
    for (const resolve of this.#onEmpty.splice(0)) resolve()
  }
}
