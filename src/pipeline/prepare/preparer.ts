import { Worker } from 'node:worker_threads'
import type { BatchItem } from '#storage/batch/batch.ts'
import type { GiveUp } from '../give-up.ts'
import { SilenceMeter } from '../heartbeat.ts'
import type {
  BatchEnd,
  PipelineThreadOptions,
  PrepareReply,
  PrepareRequest,
  PrepareThreadData,
  ProjectSettings,
} from '../messages.ts'
import { type PackedRecords, unpackRecords } from './packed-records.ts'
import { heartbeatOf, newProgress, type Progress, processedRequest } from './prepare-progress.ts'

export interface Preparation {
  lane: number
  /** Records with a greater offset; null: those after the last batch that was prepared of this lane. */
  after: number | null
  maxRecords: number
  maxBytes: number
  /** Of the thread's processor time: the batch ends with the first records after it. */
  maxMs: number
  giveUp: GiveUp | null
}

export interface PreparedBatch extends BatchEnd {
  /** Unpacks them. To be called once the batch is written next: packed, they cost the least while they wait. */
  items(): BatchItem[]
  /** Gives the memory of the documents back at once: the collector would let dozens of batches pile up first. */
  release(): void
}

/** The thread ended while it processed these very records: they may be why. */
export class UnfinishedError extends Error {
  constructor(cause: Error) {
    super(`processing did not finish: ${cause.message}`, { cause })
    this.name = 'UnfinishedError'
  }
}

/** A thread that processes the same records for `hangsAfterMs` hangs; one that is asked and does nothing at all, later. */
const LIMITS = { hangsAfterMs: 45_000, silentAfterMs: 60_000, watchEveryMs: 5_000 }
type PreparerLimits = typeof LIMITS

const MAX_ID = 2 ** 31 - 1

interface Waiter {
  parts: PackedRecords[]
  resolve: (batch: PreparedBatch) => void
  reject: (error: Error) => void
}

/** Processes records in a thread while the batch before is committed. A dead thread is replaced on demand. */
export class Preparer {
  readonly #options: PipelineThreadOptions
  readonly #limits: PreparerLimits
  readonly #waiting = new Map<number, Waiter>()
  #worker: Worker | null = null
  #watch: NodeJS.Timeout | undefined
  #settings: ProjectSettings = {
    retentionDays: new Map(),
    scrubRules: new Map(),
    fingerprintRules: new Map(),
  }
  #lastId = 0

  constructor(options: PipelineThreadOptions, limits = LIMITS) {
    this.#options = options
    this.#limits = limits
  }

  setSettings(settings: ProjectSettings): void {
    this.#settings = settings
    if (this.#worker) this.#send(this.#worker, { kind: 'settings', ...settings })
  }

  prepare(preparation: Preparation): Promise<PreparedBatch> {
    const worker = this.#worker ?? this.#start()
    this.#lastId = (this.#lastId % MAX_ID) + 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { parts: [], resolve, reject })
      this.#send(worker, { kind: 'prepare', id, ...preparation })
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.#send(worker, { kind: 'close' })
    await ended
  }

  #start(): Worker {
    const progress = newProgress()
    const worker = new Worker(new URL('./prepare-thread.ts', import.meta.url), {
      name: 'prepare',
      workerData: { ...this.#options, progress } satisfies PrepareThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
    })
    worker.on('message', (reply: PrepareReply) => this.#received(reply))
    const ended = (error: Error) => this.#ended(worker, { error, processing: processedRequest(progress) })
    worker.on('error', ended)
    worker.on('exit', () => ended(new Error('the prepare thread has ended')))
    this.#worker = worker
    this.#watchOver(worker, progress)
    this.#send(worker, { kind: 'settings', ...this.#settings })
    return worker
  }

  #received(reply: PrepareReply): void {
    const waiter = this.#waiting.get(reply.id)
    if (!waiter) return
    if ('part' in reply) {
      waiter.parts.push(reply.part)
      return
    }
    this.#waiting.delete(reply.id)
    if ('to' in reply) waiter.resolve(preparedBatch(waiter.parts, reply))
    else waiter.reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }))
  }

  #watchOver(worker: Worker, progress: Progress): void {
    const { hangsAfterMs, silentAfterMs, watchEveryMs } = this.#limits
    const silence = new SilenceMeter(heartbeatOf(progress), 2 * watchEveryMs)
    const watch = setInterval(() => {
      const limitMs = processedRequest(progress) === null ? silentAfterMs : hangsAfterMs
      if (this.#waiting.size === 0) silence.reset()
      else if (silence.silentMs() >= limitMs) {
        // Once: each call waits for the end, and a thread that waits for the disk takes its time.
        clearInterval(watch)
        void worker.terminate()
      }
    }, watchEveryMs)
    this.#watch = watch.unref()
  }

  #ended(worker: Worker, { error, processing }: { error: Error; processing: number | null }): void {
    if (this.#worker !== worker) return
    this.#worker = null
    clearInterval(this.#watch)
    for (const [id, waiter] of this.#waiting) {
      waiter.reject(id === processing ? new UnfinishedError(error) : error)
    }
    this.#waiting.clear()
  }

  #send(worker: Worker, request: PrepareRequest): void {
    worker.postMessage(request)
  }
}

function preparedBatch(parts: PackedRecords[], { to, isLast }: BatchEnd): PreparedBatch {
  return {
    items: () => parts.flatMap(unpackRecords),
    to,
    isLast,
    release: () => {
      // Moving the bytes to a buffer of no length frees them.
      for (const { documents } of parts) documents.buffer.transfer(0)
    },
  }
}
