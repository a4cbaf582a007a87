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
} from 'kysely'
import type { SqliteRunner } from './sqlite-pool.ts'

/** Where statements go: reads to any reader, everything else to the one writer. */
export interface SqliteRunners {
  writer: SqliteRunner
  /** May be the writer itself. */
  readers: SqliteRunner[]
}

/** Kysely dialect over runners. Transactions hold the writer alone; so do single writing statements. */
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

class RunnerDriver implements Driver {
  readonly #runners: SqliteRunners
  readonly #writerLock = new Lock()

  constructor(runners: SqliteRunners) {
    this.#runners = runners
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RunnerConnection(this.#runners, this.#writerLock)
  }

  async beginTransaction(connection: RunnerConnection): Promise<void> {
    await connection.begin()
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

class RunnerConnection implements DatabaseConnection {
  readonly #runners: SqliteRunners
  readonly #writerLock: Lock
  #release: (() => void) | null = null

  constructor(runners: SqliteRunners, writerLock: Lock) {
    this.#runners = runners
    this.#writerLock = writerLock
  }

  async begin(): Promise<void> {
    this.#release = await this.#writerLock.acquire()
    try {
      await this.#runners.writer.run('begin immediate', [])
    } catch (error) {
      this.#unlock()
      throw error
    }
  }

  /** A commit that fails is rolled back next: the writer stays held until then. */
  async commit(): Promise<void> {
    if (!this.#release) return
    await this.#runners.writer.run('commit', [])
    this.#unlock()
  }

  async rollBack(): Promise<void> {
    if (!this.#release) return
    try {
      await this.#runners.writer.run('rollback', [])
    } catch {
      // On a full disk or an I/O error SQLite has rolled back by itself (lang_transaction, 3.1) and finds nothing
      // to roll back. The caller is told what led here.
    } finally {
      this.#unlock()
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
    if (this.#release) return this.#runners.writer.run(query.sql, query.parameters)
    if (isRead(query)) return leastBusy(this.#runners.readers).run(query.sql, query.parameters)
    const release = await this.#writerLock.acquire()
    try {
      return await this.#runners.writer.run(query.sql, query.parameters)
    } finally {
      release()
    }
  }

  #unlock(): void {
    this.#release?.()
    this.#release = null
  }
}

function isRead(query: CompiledQuery): boolean {
  if (query.query.kind === 'SelectQueryNode') return true
  return query.query.kind === 'RawNode' && /^\s*(select|with|explain|pragma)\b/i.test(query.sql)
}

function leastBusy(readers: SqliteRunner[]): SqliteRunner {
  let best = readers[0]!
  for (const reader of readers) if (reader.waiting < best.waiting) best = reader
  return best
}

/** First come, first served. */
class Lock {
  #tail: Promise<void> = Promise.resolve()

  async acquire(): Promise<() => void> {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const before = this.#tail
    this.#tail = before.then(() => held)
    await before
    return release
  }
}
