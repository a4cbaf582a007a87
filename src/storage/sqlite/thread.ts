import { parentPort, workerData } from 'node:worker_threads'
import { saveMemory } from '#platform/threads/save-memory.ts'
import { LOCKED, openSqliteConnection, type SqliteConnectionOptions } from './connection.ts'

export interface ThreadRequest {
  id: number
  connection: number
  sql: string
  parameters: readonly unknown[]
  /** How long to try again while another program holds the lock, ms; the thread does other work meanwhile. */
  lockWaitMs?: number
}
export type ThreadReply =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; failure: { message: string; code: string } }

/** As long as SQLite itself rests between two tries. */
const RESTS_MS = [1, 2, 5, 10, 15, 20, 25]

if (!parentPort) throw new Error('sqlite/thread.ts runs as a worker thread only')
const port = parentPort
const connections = (workerData as SqliteConnectionOptions[]).map(openSqliteConnection)

saveMemory()
port.on('message', (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    // The one that closes last folds the write-ahead log into the file.
    for (const connection of connections.reverse()) connection.close()
    port.close()
    return
  }
  answerUnlocked(request, { until: performance.now() + (request.lockWaitMs ?? 0), tries: 0 })
})

function answerUnlocked(request: ThreadRequest, { until, tries }: { until: number; tries: number }): void {
  const reply = answer(request)
  const isLocked = 'failure' in reply && reply.failure.code === LOCKED
  if (!isLocked || performance.now() >= until) {
    port.postMessage(reply)
    return
  }
  const rest = RESTS_MS[tries] ?? RESTS_MS.at(-1)
  setTimeout(() => answerUnlocked(request, { until, tries: tries + 1 }), rest)
}

function answer({ id, connection, sql, parameters }: ThreadRequest): ThreadReply {
  try {
    return { id, ...connections[connection]!.run(sql, parameters) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id, failure: { message, code: code ?? 'SQLITE_ERROR' } }
  }
}
