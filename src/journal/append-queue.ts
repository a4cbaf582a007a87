import { type AppendRequest, type AppendResult, JournalUnavailableError } from './journal.ts'

export interface PendingAppend {
  request: AppendRequest
  bytes: number
  resolve: (result: AppendResult) => void
  reject: (error: Error) => void
}

/** What a pending append takes beside its body, about, bytes. */
const REQUEST_BYTES = 1024
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const BATCH_RECORDS = 512
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * Appends on their way to stable storage: those waiting, in order, and the bytes of all that are not settled,
 * taken ones included. Bounded by bytes, so that a slow disk ends in refusals and not in a crash.
 */
export class AppendQueue {
  readonly #maxBytes: number
  #waiting: PendingAppend[] = []
  #bytes = 0
  #onEmpty: (() => void)[] = []

  constructor(maxBytes = MAX_MEMORY_BYTES) {
    this.#maxBytes = maxBytes
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Takes a request in; the promise is settled by `resolve` or `reject`, or at once when the queue is full. */
  add(request: AppendRequest): Promise<AppendResult> {
    const bytes = REQUEST_BYTES + request.body.byteLength
    if (this.#bytes + bytes > this.#maxBytes) {
      const message = `More than ${this.#maxBytes} bytes wait for the journal.`
      return Promise.reject(new JournalUnavailableError('full', message))
    }
    this.#bytes += bytes
    return new Promise((resolve, reject) => this.#waiting.push({ request, bytes, resolve, reject }))
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
    if (this.#bytes === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onEmpty.push(resolve))
  }

  #settled(appends: PendingAppend[]): void {
    for (const append of appends) this.#bytes -= append.bytes
    if (this.#bytes > 0) return
    for (const resolve of this.#onEmpty.splice(0)) resolve()
  }
}
