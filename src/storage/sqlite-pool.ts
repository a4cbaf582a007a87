import { Worker } from 'node:worker_threads'
import type { SqliteConnection, SqliteConnectionOptions, SqliteResult } from './sqlite-connection.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import type { ThreadOptions, ThreadReply, ThreadRequest } from './sqlite-thread.ts'

/** A place statements run at: this thread, or another one. */
export interface SqliteRunner {
  run(sql: string, parameters: readonly unknown[]): Promise<SqliteResult>
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
    run: async (sql, parameters) => connection.run(sql, parameters),
    close: async () => connection.close(),
  }
}

interface Pending {
  resolve: (result: SqliteResult) => void
  reject: (error: Error) => void
}

/** Runs statements on a thread of its own, on one connection; `onEnded` as for `threadRunners`. */
export function threadRunner(
  options: SqliteConnectionOptions,
  onEnded?: (error: Error) => void,
): SqliteRunner {
  return threadRunners({ ...options, spareCacheKib: 0, seats: 1 }, onEnded)[0]!
}

/** A thread of its own, and how many connections to the file it has. */
export interface ThreadRunnerOptions extends ThreadOptions {
  seats: number
}

/**
 * Runs statements on a thread of its own, in the order sent. Each seat is a connection, so that one transaction
 * can wait for its caller while the thread works for another.
 * @param onEnded called once when the thread has ended, other than by `close`: every statement fails then.
 * @returns a runner per seat; the thread ends when all of them are closed.
 */
export function threadRunners(
  { seats, ...options }: ThreadRunnerOptions,
  onEnded?: (error: Error) => void,
): SqliteRunner[] {
  const thread = new DatabaseThread(options, onEnded)
  let open = seats
  return Array.from({ length: seats }, (_, seat) => ({
    run: (sql, parameters) => thread.run({ seat, sql, parameters }),
    close: async () => {
      open -= 1
      if (open === 0) await thread.close()
    },
  }))
}

class DatabaseThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #onEnded: ((error: Error) => void) | undefined
  readonly #ended: Promise<void>
  #lastId = 0
  #dead: Error | null = null
  #isClosing = false

  constructor(options: ThreadOptions, onEnded: ((error: Error) => void) | undefined) {
    this.#onEnded = onEnded
    this.#worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 256 },
    })
    this.#worker.on('message', (reply: ThreadReply) => this.#received(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('exit', () => this.#fail(this.#dead ?? new Error('The database thread has ended.')))
  }

  run(statement: Omit<ThreadRequest, 'id'>): Promise<SqliteResult> {
    if (this.#dead) return Promise.reject(this.#dead)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ id, ...statement } satisfies ThreadRequest)
    })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#worker.postMessage('close')
    await this.#ended
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
