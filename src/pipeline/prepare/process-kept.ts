import { Worker } from 'node:worker_threads'
import { FairTurns } from '#platform/turns/fair-turns.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import type { KeptEvent, ProcessingFailure } from '../messages.ts'
import { type PackedRecords, unpackRecords } from './packed-records.ts'

const LONGEST_MS = 10_000
const PLACES = 2
const MEMORY_MB = 512
const IDLE_MS = 10_000

type Processed = StoredItem | ProcessingFailure

/** Retries dead letters in threads, which may hang (10 s) or run out of memory. Organizations take turns. */
export class KeptEvents {
  readonly #turns = new FairTurns(PLACES)
  readonly #threads: (KeptThread | undefined)[] = []

  /** @throws TooManyWaitingError */
  async process(event: KeptEvent): Promise<Processed> {
    const turn = await this.#turns.take({ orgId: event.orgId })
    try {
      return await this.#threadOf(turn.place).process(event)
    } finally {
      turn.release()
    }
  }

  #threadOf(place: number): KeptThread {
    const running = this.#threads[place]
    if (running && !running.isOver) return running
    const thread = new KeptThread()
    this.#threads[place] = thread
    return thread
  }
}

/** One event at a time: V8 may crash if threads churn. Ends with a fatal event, or after idle seconds. */
class KeptThread {
  readonly #worker = new Worker(new URL('./process-kept-thread.ts', import.meta.url), {
    name: 'retry',
    resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: MEMORY_MB },
  })
  #settle: ((processed: Processed) => void) | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (packed: PackedRecords) =>
      this.#settle?.(unpackRecords(packed)[0] as StoredItem),
    )
    this.#worker.on('error', (error) => this.#end(error.message))
    this.#worker.on('exit', () => this.#end('the thread ended'))
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async process(event: KeptEvent): Promise<Processed> {
    this.#endIn(LONGEST_MS)
    this.#worker.ref()
    try {
      return await new Promise((resolve) => {
        this.#settle = resolve
        this.#worker.postMessage(event)
      })
    } finally {
      this.#settle = null
      this.#worker.unref()
      if (!this.#isOver) this.#endIn(IDLE_MS)
    }
  }

  #endIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(`not finished after ${ms / 1000} s`), ms).unref()
  }

  #end(why: string): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    void this.#worker.terminate()
    this.#settle?.({ failure: why })
  }
}
