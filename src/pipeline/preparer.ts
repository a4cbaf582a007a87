import { Worker } from 'node:worker_threads'
import type { BatchItem } from '#storage/batch/batch.ts'
import type { GiveUp } from './give-up.ts'
import type { PipelineThreadOptions, PrepareReply, PrepareRequest } from './messages.ts'
import { type PackedRecords, unpackRecords } from './prepare-batch.ts'

/** Which records to process. */
export interface Preparation {
  lane: number
  /** Records with a greater offset; null: those after the last batch that was prepared of this lane. */
  after: number | null
  maxRecords: number
  maxBytes: number
  /** Set: do not process them, make them dead letters. */
  giveUp: GiveUp | null
}

/** Processed records, ready to be written. */
export interface PreparedBatch {
  /** Unpacks them. To be called once the batch is written next: packed, they cost the least while they wait. */
  items(): BatchItem[]
  /** Offset of the last record; null when there was none. */
  to: number | null
  /** Gives the memory of the documents back at once: the collector would let dozens of batches pile up first. */
  release(): void
}

interface Waiter {
  parts: PackedRecords[]
  resolve: (batch: PreparedBatch) => void
  reject: (error: Error) => void
}

/**
 * Processes records in a thread of its own, so that one batch is read, scrubbed and grouped while the one
 * before it is compressed and committed. A thread that ends is replaced with the next request.
 */
export class Preparer {
  readonly #options: PipelineThreadOptions
  readonly #waiting = new Map<number, Waiter>()
  #worker: Worker | null = null
  #retention: Map<number, number> = new Map()
  #lastId = 0

  constructor(options: PipelineThreadOptions) {
    this.#options = options
  }

  /** Days that projects keep events, for those that set it themselves. */
  setRetention(days: Map<number, number>): void {
    this.#retention = days
    if (this.#worker) this.#send(this.#worker, { kind: 'retention', days })
  }

  prepare(preparation: Preparation): Promise<PreparedBatch> {
    const worker = this.#worker ?? this.#start()
    this.#lastId += 1
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
    const worker = new Worker(new URL('./prepare-thread.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
    })
    worker.on('message', (reply: PrepareReply) => this.#received(reply))
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', () => this.#ended(worker, new Error('The prepare thread has ended.')))
    this.#worker = worker
    this.#send(worker, { kind: 'retention', days: this.#retention })
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
    if ('to' in reply) waiter.resolve(preparedBatch(waiter.parts, reply.to))
    else waiter.reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }))
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const waiter of this.#waiting.values()) waiter.reject(error)
    this.#waiting.clear()
  }

  #send(worker: Worker, request: PrepareRequest): void {
    worker.postMessage(request)
  }
}

function preparedBatch(parts: PackedRecords[], to: number | null): PreparedBatch {
  return {
    items: () => parts.flatMap(unpackRecords),
    to,
    release: () => {
      // Moving the bytes to a buffer of no length frees them.
      for (const { documents } of parts) documents.buffer.transfer(0)
    },
  }
}
