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
import { type Lane, type LanePlace, type SqliteLanes, singleLane } from './lanes.ts'
import type { SqliteRunner } from './pool.ts'

/** Kysely dialect for a connection of one's own. */
export function sqliteDialect(runner: SqliteRunner): Dialect {
  return { ...laneDialect(singleLane(runner)), createAdapter: () => new SqliteAdapter() }
}

/** Kysely dialect. Writes hold the writer alone; a read-only transaction holds a reader: one snapshot. */
export function laneDialect(lanes: SqliteLanes): Dialect {
  return {
    createAdapter: () => new LaneAdapter(),
    createDriver: () => new LaneDriver(lanes),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new OneWriterCompiler(),
  }
}

/** Lanes take care of turns: Kysely would let reads wait for a transaction that writes. */
class LaneAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A transaction has the file to itself: there are no row locks, and nothing to say for `FOR UPDATE` and its like. */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node)
  }
}

class LaneDriver implements Driver {
  readonly #lanes: SqliteLanes

  constructor(lanes: SqliteLanes) {
    this.#lanes = lanes
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new LaneConnection(this.#lanes)
  }

  async beginTransaction(connection: LaneConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.begin(accessMode === 'read only')
  }

  async commitTransaction(connection: LaneConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: LaneConnection): Promise<void> {
    await connection.rollBack()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#lanes.close()
  }
}

interface OpenTransaction extends LanePlace {
  begun: Promise<unknown> | null
}

class LaneConnection implements DatabaseConnection {
  readonly #lanes: Record<'writer' | 'reads', Lane>
  #open: OpenTransaction | null = null

  constructor(lanes: SqliteLanes) {
    this.#lanes = lanes
  }

  async begin(isReadOnly: boolean): Promise<void> {
    const { runner, release } = await this.#lanes[isReadOnly ? 'reads' : 'writer'].take()
    // A runner executes statements in the order sent, so the first read doesn't wait for the answer.
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
      // Rows already read are kept; the next caller comes after the end sent here.
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
      // On a full disk SQLite has rolled back by itself (lang_transaction, 3.1). The caller gets the cause.
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
    return this.#lanes[isRead(query) ? 'reads' : 'writer'].run(query.sql, query.parameters)
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
