import { parentPort, workerData } from 'node:worker_threads'
import { answerAlike, type SymbolAnswer, type SymbolQuery } from '#domain/symbols/symbolication.ts'
import { processorMs, steadyClock } from '#platform/clock.ts'
import { yieldToOthers } from '#platform/threads/thread-priority.ts'
import { openDatabase, QUERY_TIMEOUT_MS } from '#storage/engine/database.ts'
import type { SymbolReply, SymbolRequest, SymbolThreadData } from './messages.ts'
import { LONGEST_MS, NO_TIME } from './reading-time.ts'
import type { WhyUnread } from './shelf.ts'
import { SymbolLibrary } from './symbol-library.ts'

if (!parentPort) throw new Error('symbol-thread runs as a worker thread only')
const port = parentPort
const { artifactsDir, ...options } = workerData as SymbolThreadData
/** Accepting events goes first. */
const NICE = 10
/** Of an event whose maps were read before. */
const USUAL_MS = 2

function reply(message: SymbolReply): void {
  port.postMessage(message)
}

yieldToOthers(NICE)
const database = await openDatabase({
  ...options,
  threads: false,
  maxConnections: 1,
  queryTimeoutMs: QUERY_TIMEOUT_MS,
  applicationName: 'errata source maps',
})
const library = new SymbolLibrary({
  database,
  artifactsDir,
  onReading: (map) => reply({ kind: 'reading', map }),
})
port.on('message', async (request: SymbolRequest | 'close') => {
  if (request === 'close') {
    await database.close()
    port.close()
  } else reply(await answer(request))
})
reply({ kind: 'ready' })

async function answer(request: SymbolRequest): Promise<SymbolReply> {
  const work = new Work(request)
  const answers: SymbolAnswer[] = []
  try {
    for (const query of request.queries) answers.push(await work.resolve(query))
    return { kind: 'answer', answers, spentMs: work.spentMs }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { kind: 'failure', message, code }
  }
}

/** Ends with the time that is left to its organization: the others wait for it. */
class Work {
  readonly #begunAt = steadyClock()
  readonly #avoided: ReadonlySet<string>
  readonly #leftMs: number
  #spentMs = 0

  constructor({ avoid, leftMs }: SymbolRequest) {
    this.#avoided = new Set(avoid)
    this.#leftMs = leftMs
  }

  /** All that others waited, if that was long. */
  get spentMs(): number {
    const tookMs = steadyClock() - this.#begunAt
    return tookMs < LONGEST_MS ? this.#spentMs : tookMs
  }

  async resolve(query: SymbolQuery): Promise<SymbolAnswer> {
    if (this.#isOver(0)) return answerAlike(query, { status: 'failed', message: NO_TIME })
    const before = processorMs()
    const spentMs = () => Math.max(0, processorMs() - before - USUAL_MS)
    const whyUnread: WhyUnread = (file) => {
      if (this.#avoided.has(file)) return 'took too long or too much memory to read'
      return this.#isOver(spentMs()) ? 'is not read now: others of its organization took too much time' : null
    }
    const answer = await library.resolve(query, whyUnread)
    const spent = spentMs()
    this.#spentMs += spent
    if (spent > 0) reply({ kind: 'reading', map: null })
    return answer
  }

  #isOver(moreMs: number): boolean {
    return this.#spentMs + moreMs >= this.#leftMs || steadyClock() - this.#begunAt >= LONGEST_MS
  }
}
