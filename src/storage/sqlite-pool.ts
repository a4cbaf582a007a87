import { Worker } from 'node:worker_threads'
import type { SqliteConnection, SqliteConnectionOptions, SqliteResult } from './sqlite-connection.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import type { ThreadReply } from './sqlite-thread.ts'

/** A place statements run at: this thread, or another one. */
export interface SqliteRunner {
  run(sql: string, parameters: readonly unknown[]): Promise<SqliteResult>
  /** Statements sent and not yet answered. */
  readonly waiting: number
  close(): Promise<void>
}

/** Error of the engine, with SQLite's own code. */
export class SqliteFailure extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'SqliteFailure'
    this.code = code
  }
}

/** Runs statements on the calling thread; for threads whose whole job is the database. */
export function directRunner(options: SqliteConnectionOptions): SqliteRunner {
  const connection: SqliteConnection = openSqliteConnection(options)
  return {
    waiting: 0,
    run: async (sql, parameters) => connection.run(sql, parameters),
    close: async () => connection.close(),
  }
}

interface Pending {
  resolve: (result: SqliteResult) => void
  reject: (error: Error) => void
}

/**
 * Runs statements on a thread of its own, in the order sent.
 * @param onEnded called once when the thread has ended, other than by `close`: every statement fails then.
 */
export function threadRunner(
  options: SqliteConnectionOptions,
  onEnded?: (error: Error) => void,
): SqliteRunner {
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 256 },
  })
  const pending = new Map<number, Pending>()
  let nextId = 0
  let dead: Error | null = null
  let isClosing = false

  worker.on('message', (reply: ThreadReply) => {
    const waiter = pending.get(reply.id)
    pending.delete(reply.id)
    if (!waiter) return
    if ('failure' in reply) waiter.reject(new SqliteFailure(reply.failure.message, reply.failure.code))
    else waiter.resolve({ rows: reply.rows.map(withBuffers), changes: reply.changes })
  })
  const fail = (error: Error): void => {
    if (!dead && !isClosing) onEnded?.(error)
    dead ??= error
    for (const waiter of pending.values()) waiter.reject(error)
    pending.clear()
  }
  worker.on('error', fail)
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('exit', () => fail(dead ?? new Error('The database thread has ended.')))

  return {
    get waiting() {
      return pending.size
    },
    run(sql, parameters) {
      if (dead) return Promise.reject(dead)
      return new Promise((resolve, reject) => {
        const id = nextId++
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, sql, parameters })
      })
    },
    async close() {
      isClosing = true
      worker.postMessage('close')
      await ended
    },
  }
}

/** Byte strings cross threads as Uint8Array; callers get Buffers from every engine. */
function withBuffers(row: unknown): unknown {
  const record = row as Record<string, unknown>
  for (const name in record) {
    const value = record[name]
    if (value instanceof Uint8Array)
      record[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return record
}
