import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { SqliteRunner } from './sqlite-pool.ts'

/** Where statements go: reads to the first free reader, everything else to the one writer. */
export interface SqliteRunners {
  writer: SqliteRunner
  /** In order of preference; may be the writer itself. */
  readers: SqliteRunner[]
}

/**
 * Kysely dialect over runners. Transactions hold the writer alone; so do single writing statements. One that only
 * reads holds a reader instead: from its first statement on it sees one picture of the data.
 */
export function sqliteDialect(runners: SqliteRunners): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new RunnerDriver(runners),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new OneWriterCompiler(),
  }
}

/** A transaction has the file to itself: there are no row locks, and nothing to say for `FOR UPDATE`. */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node)
  }
}

/** A runner, and whose turn it is. */
interface Seat {
  runner: SqliteRunner
  lock: Lock
}

class RunnerDriver implements Driver {
  readonly #runners: SqliteRunners
  readonly #writer: Seat
  readonly #readers: Seat[]

  constructor(runners: SqliteRunners) {
    const { writer, readers } = runners
    this.#runners = runners
    this.#writer = { runner: writer, lock: new Lock() }
    this.#readers = readers.map((runner) => (runner === writer ? this.#writer : { runner, lock: new Lock() }))
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RunnerConnection(this.#writer, this.#readers)
  }

  async beginTransaction(connection: RunnerConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.begin(accessMode === 'read only')
  }

  async commitTransaction(connection: RunnerConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: RunnerConnection): Promise<void> {
    await connection.rollBack()
  }

  async releaseConnection(): Promise<void> {}

  /** The writer goes last: the connection that closes last folds the write-ahead log into the file. */
  async destroy(): Promise<void> {
    const { readers, writer } = this.#runners
    await Promise.all(readers.filter((runner) => runner !== writer).map((runner) => runner.close()))
    await writer.close()
  }
}

/** Where a transaction runs, and what gives the place back. */
interface OpenTransaction {
  runner: SqliteRunner
  release: () => void
  /** Of one that only reads: settled once it has begun. */
  begun: Promise<unknown> | null
}

class RunnerConnection implements DatabaseConnection {
  readonly #writer: Seat
  readonly #readers: readonly Seat[]
  #open: OpenTransaction | null = null

  constructor(writer: Seat, readers: readonly Seat[]) {
    this.#writer = writer
    this.#readers = readers
  }

  async begin(isReadOnly: boolean): Promise<void> {
    const { runner, lock } = isReadOnly ? mostFree(this.#readers) : this.#writer
    const release = await lock.acquire()
    // A runner takes statements in the order sent: the first read need not wait for the answer.
    const begun = runner.run(isReadOnly ? 'begin' : 'begin immediate', [])
    begun.catch(() => {})
    this.#open = { runner, release, begun: isReadOnly ? begun : null }
    if (isReadOnly) return
    try {
      await begun
    } catch (error) {
      this.#close()
      throw error
    }
  }

  /** A commit that fails is rolled back next: the place stays taken until then. */
  async commit(): Promise<void> {
    if (!this.#open) return
    const { runner, begun } = this.#open
    if (begun === null) {
      await runner.run('commit', [])
    } else {
      // What was read is read; whoever is next comes after the end that is sent here.
      await begun
      runner.run('commit', []).catch(() => runner.run('rollback', []).catch(() => {}))
    }
    this.#close()
  }

  async rollBack(): Promise<void> {
    if (!this.#open) return
    try {
      await this.#open.runner.run('rollback', [])
    } catch {
      // On a full disk or an I/O error SQLite has rolled back by itself (lang_transaction, 3.1) and finds nothing
      // to roll back. The caller is told what led here.
    } finally {
      this.#close()
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#run(query)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async #run(query: CompiledQuery) {
    if (this.#open) return this.#open.runner.run(query.sql, query.parameters)
    if (isRead(query)) return this.#readAlone(query)
    const { runner, lock } = this.#writer
    const release = await lock.acquire()
    try {
      return await runner.run(query.sql, query.parameters)
    } finally {
      release()
    }
  }

  /** Never inside of somebody's transaction, which sees what was there when it began. */
  async #readAlone(query: CompiledQuery) {
    const { runner, lock } = mostFree(this.#readers)
    if (runner === this.#writer.runner || lock.holders === 0) return runner.run(query.sql, query.parameters)
    const release = await lock.acquire()
    // Runners take statements in the order sent, so whoever is next need not wait for the answer.
    const result = runner.run(query.sql, query.parameters)
    release()
    return result
  }

  #close(): void {
    this.#open?.release()
    this.#open = null
  }
}

function isRead(query: CompiledQuery): boolean {
  if (query.query.kind === 'SelectQueryNode') return true
  return query.query.kind === 'RawNode' && /^\s*(select|with|explain|pragma)\b/i.test(query.sql)
}

function mostFree(readers: readonly Seat[]): Seat {
  return readers.reduce((best, seat) => (seat.lock.holders < best.lock.holders ? seat : best))
}

/** First come, first served. */
class Lock {
  #tail: Promise<void> = Promise.resolve()
  #holders = 0

  /** How many hold it or wait for it. */
  get holders(): number {
    return this.#holders
  }

  async acquire(): Promise<() => void> {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = () => {
        this.#holders--
        resolve()
      }
    })
    const before = this.#tail
    this.#tail = before.then(() => held)
    this.#holders++
    await before
    return release
  }
}
