import { Worker } from 'node:worker_threads'
import type { SqliteConnection, SqliteConnectionOptions, SqliteResult } from './connection.ts'
import { openSqliteConnection } from './connection.ts'
import type { ThreadReply, ThreadRequest } from './thread.ts'

export interface SqliteRunner {
  /** @param lockWaitMs in a thread: how long it tries again while the file is locked; default: once */
  run(sql: string, parameters: readonly unknown[], lockWaitMs?: number): Promise<SqliteResult>
  close(): Promise<void>
}

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
    run: async (sql, parameters) => connection.run(sql, parameters),
    close: async () => connection.close(),
  }
}

interface Pending {
  resolve: (result: SqliteResult) => void
  reject: (error: Error) => void
}

/**
 * A thread running statements in order, from the first one on (15 MB) until any runner closes.
 * `connections` open in this order and close in reverse. `onEnded`: ended other than by `close`.
 */
export function threadRunners(
  connections: readonly SqliteConnectionOptions[],
  onEnded?: (error: Error) => void,
): SqliteRunner[] {
  const thread = new DatabaseThread(connections, onEnded)
  return connections.map((_, connection) => ({
    run: (sql, parameters, lockWaitMs = 0) => thread.run({ connection, sql, parameters, lockWaitMs }),
    close: () => thread.close(),
  }))
}

class DatabaseThread {
  readonly #connections: readonly SqliteConnectionOptions[]
  readonly #pending = new Map<number, Pending>()
  readonly #onEnded: ((error: Error) => void) | undefined
  #worker: Worker | null = null
  #ended: Promise<void> = Promise.resolve()
  #lastId = 0
  #dead: Error | null = null
  #isClosing = false

  constructor(
    connections: readonly SqliteConnectionOptions[],
    onEnded: ((error: Error) => void) | undefined,
  ) {
    this.#connections = connections
    this.#onEnded = onEnded
  }

  run(statement: Omit<ThreadRequest, 'id'>): Promise<SqliteResult> {
    if (this.#dead) return Promise.reject(this.#dead)
    const worker = this.#started()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      worker.postMessage({ id, ...statement } satisfies ThreadRequest)
    })
  }

  async close(): Promise<void> {
    if (!this.#isClosing) this.#worker?.postMessage('close')
    this.#isClosing = true
    this.#dead ??= this.#worker ? null : new Error('The database is closed.')
    await this.#ended
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'storage',
      workerData: this.#connections,
      resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 256 },
    })
    worker.on('message', (reply: ThreadReply) => this.#received(reply))
    worker.on('error', (error) => this.#fail(error))
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('exit', () => this.#fail(this.#dead ?? new Error('The database thread has ended.')))
    this.#worker = worker
    return worker
  }

  #received(reply: ThreadReply): void {
    const waiter = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (!waiter) return
    if ('failure' in reply) waiter.reject(new SqliteFailure(reply.failure.message, reply.failure.code))
    else waiter.resolve({ rows: reply.rows.map(withBuffers), changes: reply.changes })
  }

  #fail(error: Error): void {
    if (!this.#dead && !this.#isClosing) this.#onEnded?.(error)
    this.#dead ??= error
    for (const waiter of this.#pending.values()) waiter.reject(error)
    this.#pending.clear()
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
