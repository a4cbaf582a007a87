import { Worker } from 'node:worker_threads'
import { ServiceError } from '#contract/errors.ts'

export interface TextScrubberOptions {
  /** Module of the thread; default: `text-scrubber-thread.ts`. */
  thread?: URL
  /** Longest time for the texts of one request. Default 5 s, where a millisecond is usual. */
  longestMs?: number
  /** Most requests that wait or are worked on; further ones are refused. Default 64. */
  maxRequests?: number
}

interface Request {
  texts: readonly string[]
  done: (scrubbed: string[]) => void
  failed: (error: Error) => void
}

const THREAD = new URL('./text-scrubber-thread.ts', import.meta.url)
const LONGEST_MS = 5_000
const MAX_REQUESTS = 64
const MEMORY_MB = 64

/** In a thread started with the first text, one request after the other: senders decide how much work texts
 * are. A thread that takes too long is ended with its request; a new one takes the rest. */
export class TextScrubber {
  readonly #thread: URL
  readonly #longestMs: number
  readonly #maxRequests: number
  readonly #queue: Request[] = []
  #worker: Worker | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({
    thread = THREAD,
    longestMs = LONGEST_MS,
    maxRequests = MAX_REQUESTS,
  }: TextScrubberOptions = {}) {
    this.#thread = thread
    this.#longestMs = longestMs
    this.#maxRequests = maxRequests
  }

  /** In the same order. @throws queue_unavailable if too many wait, one is too slow, or the service ends. */
  scrub(texts: readonly string[]): Promise<string[]> {
    if (texts.every((text) => text === '')) return Promise.resolve([...texts])
    if (this.#isClosed) return Promise.reject(unavailable('The service is shutting down.'))
    if (this.#queue.length >= this.#maxRequests) {
      return Promise.reject(unavailable('Too many texts are being checked for secrets.'))
    }
    return new Promise((done, failed) => {
      this.#queue.push({ texts, done, failed })
      if (this.#queue.length === 1) this.#workOnFirst()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    clearTimeout(this.#timer)
    for (const { failed } of this.#queue.splice(0)) failed(unavailable('The service is shutting down.'))
    await worker?.terminate()
  }

  #workOnFirst(): void {
    const first = this.#queue[0]
    if (!first) return
    this.#worker ??= this.#start()
    this.#timer = setTimeout(() => this.#lose(this.#worker, 'took too long'), this.#longestMs)
    this.#worker.postMessage(first.texts)
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      name: 'feedback',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.unref()
    worker.on('message', (scrubbed: string[]) => {
      if (worker === this.#worker) this.#finishFirst(({ done }) => done(scrubbed))
    })
    worker.on('error', (error) => this.#lose(worker, error.message))
    worker.on('exit', () => this.#lose(worker, 'the thread ended'))
    return worker
  }

  #lose(worker: Worker | null, why: string): void {
    if (worker === null || worker !== this.#worker) return
    this.#worker = null
    void worker.terminate()
    const error = unavailable('The text could not be checked for secrets.', new Error(why))
    this.#finishFirst(({ failed }) => failed(error))
  }

  #finishFirst(finish: (request: Request) => void): void {
    clearTimeout(this.#timer)
    const first = this.#queue.shift()
    if (first) finish(first)
    this.#workOnFirst()
  }
}

function unavailable(what: string, cause?: Error): ServiceError {
  return new ServiceError('queue_unavailable', `${what} Try again shortly.`, { retryAfterSeconds: 5, cause })
}
