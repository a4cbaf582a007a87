import { parentPort, workerData } from 'node:worker_threads'
import { collectAtRest } from '#platform/threads/collect-at-rest.ts'
import { openSqliteConnection, type SqliteConnectionOptions } from './connection.ts'

export interface ThreadRequest {
  id: number
  connection: number
  sql: string
  parameters: readonly unknown[]
}
export type ThreadReply =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; failure: { message: string; code: string } }

if (!parentPort) throw new Error('sqlite/thread.ts runs as a worker thread only')
const port = parentPort
const connections = (workerData as SqliteConnectionOptions[]).map(openSqliteConnection)

collectAtRest()
port.on('message', (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    // The one that closes last folds the write-ahead log into the file.
    for (const connection of connections.reverse()) connection.close()
    port.close()
    return
  }
  port.postMessage(answer(request))
})

function answer({ id, connection, sql, parameters }: ThreadRequest): ThreadReply {
  try {
    return { id, ...connections[connection]!.run(sql, parameters) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id, failure: { message, code: code ?? 'SQLITE_ERROR' } }
  }
}
