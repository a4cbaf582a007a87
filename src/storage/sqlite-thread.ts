import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteConnection, type SqliteConnectionOptions } from './sqlite-connection.ts'

/** A statement sent to a database thread, and what comes back under the same number. */
export interface ThreadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
}
export type ThreadReply =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; failure: { message: string; code: string } }

if (!parentPort) throw new Error('sqlite-thread runs as a worker thread only')
const port = parentPort
const connection = openSqliteConnection(workerData as SqliteConnectionOptions)

port.on('message', (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    connection.close()
    port.close()
    return
  }
  port.postMessage(answer(request))
})

function answer(request: ThreadRequest): ThreadReply {
  try {
    return { id: request.id, ...connection.run(request.sql, request.parameters) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id: request.id, failure: { message, code: code ?? 'SQLITE_ERROR' } }
  }
}
