import { parentPort, workerData } from 'node:worker_threads'
import {
  openSqliteConnection,
  type SqliteConnection,
  type SqliteConnectionOptions,
} from './sqlite-connection.ts'

/** What a database thread opens: the same file once per seat, the later ones when first used. */
export interface ThreadOptions extends SqliteConnectionOptions {
  /** Page cache of the seats after the first, KiB. */
  spareCacheKib: number
}

/** A statement sent to a database thread, and what comes back under the same number. */
export interface ThreadRequest {
  id: number
  /** Which of the thread's connections: transactions of two seats do not touch. */
  seat: number
  sql: string
  parameters: readonly unknown[]
}
export type ThreadReply =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; failure: { message: string; code: string } }

if (!parentPort) throw new Error('sqlite-thread runs as a worker thread only')
const port = parentPort
const options = workerData as ThreadOptions
const connections = [openSqliteConnection(options)]

port.on('message', (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    for (const connection of connections) connection?.close()
    port.close()
    return
  }
  port.postMessage(answer(request))
})

function connectionOf(seat: number): SqliteConnection {
  connections[seat] ??= openSqliteConnection({ ...options, cacheKib: options.spareCacheKib })
  return connections[seat]
}

function answer(request: ThreadRequest): ThreadReply {
  try {
    return { id: request.id, ...connectionOf(request.seat).run(request.sql, request.parameters) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id: request.id, failure: { message, code: code ?? 'SQLITE_ERROR' } }
  }
}
