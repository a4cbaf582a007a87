import { parentPort, workerData } from 'node:worker_threads'
import type { SymbolAnswer } from '#domain/symbols/symbolication.ts'
import { processorMs } from '#platform/clock.ts'
import { yieldToOthers } from '#platform/threads/thread-priority.ts'
import { openDatabase, QUERY_TIMEOUT_MS } from '#storage/engine/database.ts'
import type { SymbolReply, SymbolRequest, SymbolThreadData } from './messages.ts'
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

async function answer({ queries, avoid }: SymbolRequest): Promise<SymbolReply> {
  const answers: SymbolAnswer[] = []
  const avoided = new Set(avoid)
  let spentMs = 0
  try {
    for (const query of queries) {
      const before = processorMs()
      answers.push(await library.resolve(query, avoided))
      spentMs += Math.max(0, processorMs() - before - USUAL_MS)
    }
    return { kind: 'answer', answers, spentMs }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { kind: 'failure', message, code }
  }
}
