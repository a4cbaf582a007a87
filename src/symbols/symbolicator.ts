import { Worker } from 'node:worker_threads'
import { answerAlike, type SymbolAnswer, type SymbolQuery } from '#domain/symbols/symbolication.ts'
import { LaneTurns } from '#platform/turns/lane-turns.ts'
import type { SymbolReply, SymbolRequest, SymbolThreadData } from './messages.ts'
import { LONGEST_MS, NO_TIME, ReadingTime } from './reading-time.ts'

/** What an ended thread costs its organization: the others wait for it, for a new one, and for their maps to be read again. */
const ENDED_MS = 15_000
const START_MS = 60_000
const MEMORY_MB = 768
const MAX_WAITING = 200
const MAX_WAITING_OF_ORG = 50
const MAX_AVOIDED = 1_000
const AVOIDED_FOR_MS = 600_000
const TRIES = 2
/** For the second try, which reads the other files of a project. */
const AGAIN_MS = 1_000
const TOO_MUCH = 'Source maps or mapping files took too long or too much memory to read.'

class ThreadEndedError extends Error {
  readonly reading: string | null

  /** @param cause absent: it took too long, and was ended. */
  constructor(reading: string | null, cause?: Error) {
    super('the thread that reads source maps ended', { cause })
    this.reading = reading
  }
}

type Answer = Extract<SymbolReply, { kind: 'answer' }>

/** In its own thread, since maps may be broken or huge. One that ends it is left alone for ten minutes, and
 * no organization takes more of the thread than its time; decision 0276. */
export class Symbolicator {
  readonly #options: SymbolThreadData
  readonly #turns = new LaneTurns({
    running: 1,
    perLane: MAX_WAITING_OF_ORG,
    inAll: MAX_WAITING,
    refusal: () => new Error('Too many events wait for source maps and mapping files.'),
  })
  readonly #time = new ReadingTime()
  readonly #avoided = new Map<string, number>()
  #thread: SymbolThread | null = null

  constructor(options: SymbolThreadData) {
    this.#options = options
  }

  /** In the order of the events, each project's apart: maps of one that fail do not cost the others theirs.
   * @throws what the database throws. */
  async resolve(queries: SymbolQuery[]): Promise<SymbolAnswer[]> {
    const answers = new Map<SymbolQuery, SymbolAnswer>()
    for (const ofProject of Map.groupBy(queries, ({ projectId }) => projectId).values()) {
      const found = await this.#tryEach(ofProject)
      for (const [at, query] of ofProject.entries()) answers.set(query, found[at]!)
    }
    return queries.map((query) => answers.get(query)!)
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.close()
  }

  async #tryEach(queries: SymbolQuery[]): Promise<SymbolAnswer[]> {
    const { orgId } = queries[0]!
    const lane = { name: String(orgId), isReserved: false }
    let problem = TOO_MUCH
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const leastMs = attempt === 1 ? 0 : AGAIN_MS
      if (this.#leftMs(orgId, leastMs) === 0) return allFailed(queries, NO_TIME)
      try {
        return await this.#turns.run(lane, () => this.#ask(orgId, queries, leastMs))
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error
        this.#note(error.reading)
        problem = problemOf(error)
        this.#time.spend(orgId, ENDED_MS)
      }
    }
    return allFailed(queries, problem)
  }

  #leftMs(orgId: number, leastMs: number): number {
    return Math.max(leastMs, this.#time.leftMs(orgId))
  }

  async #ask(orgId: number, queries: SymbolQuery[], leastMs: number): Promise<SymbolAnswer[]> {
    if (!this.#thread || this.#thread.isOver) this.#thread = new SymbolThread(this.#options)
    const leftMs = this.#leftMs(orgId, leastMs)
    const { answers, spentMs } = await this.#thread.ask({ queries, avoid: this.#avoid(), leftMs })
    this.#time.spend(orgId, spentMs)
    return answers
  }

  #note(map: string | null): void {
    if (map === null) return
    if (this.#avoided.size >= MAX_AVOIDED) this.#avoided.clear()
    this.#avoided.set(map, performance.now() + AVOIDED_FOR_MS)
  }

  #avoid(): string[] {
    const now = performance.now()
    for (const [map, until] of this.#avoided) if (until <= now) this.#avoided.delete(map)
    return [...this.#avoided.keys()]
  }
}

function problemOf({ cause }: ThreadEndedError): string {
  if (!(cause instanceof Error) || (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return TOO_MUCH
  return `Uploaded files could not be read: ${cause.message.slice(0, 200)}`
}

function allFailed(queries: readonly SymbolQuery[], message: string): SymbolAnswer[] {
  return queries.map((query) => answerAlike(query, { status: 'failed', message }))
}

class SymbolThread {
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  #waiter: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  #reading: string | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(options: SymbolThreadData) {
    this.#worker = new Worker(new URL('./symbol-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: MEMORY_MB },
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: SymbolReply) => this.#received(reply))
    this.#worker.on('error', (error) => this.#ended(error))
    this.#worker.on('exit', () => this.#ended())
    this.#ready.promise.catch(() => {})
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async ask(request: SymbolRequest): Promise<Answer> {
    await this.#within(START_MS, this.#ready.promise)
    this.#reading = null
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiter = { resolve, reject }
    })
    this.#worker.postMessage(request)
    try {
      return await this.#within(LONGEST_MS, answer)
    } finally {
      this.#waiter = null
    }
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.postMessage('close')
    await this.#within(LONGEST_MS, ended)
  }

  /** Waits, and keeps the process until then; ends the thread when it takes longer. */
  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.#worker.terminate(), ms)
    this.#timer = timer
    try {
      return await work
    } finally {
      clearTimeout(timer)
      if (this.#timer === timer) this.#timer = undefined
    }
  }

  #received(reply: SymbolReply): void {
    if (reply.kind === 'ready') this.#ready.resolve()
    else if (reply.kind === 'reading') this.#goesOn(reply.map)
    else if (reply.kind === 'answer') this.#waiter?.resolve(reply)
    else this.#waiter?.reject(Object.assign(new Error(reply.message), { code: reply.code }))
  }

  #goesOn(reading: string | null): void {
    this.#reading = reading
    this.#timer?.refresh()
  }

  /** Before it was ready, the database could not be opened; after, a map was too much for it. */
  #ended(cause?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    const ended = new ThreadEndedError(this.#reading, cause)
    this.#ready.reject(cause ?? ended)
    this.#waiter?.reject(ended)
  }
}
