import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Dialect, type Migration, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import type { Queries } from './scope.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { directRunner, threadRunner } from './sqlite-pool.ts'

export interface DatabaseOptions {
  /** Folder of the embedded engine's file. */
  dataDir: string
  /** `postgres://…`; null: embedded SQLite. */
  databaseUrl: string | null
  /** SQLite only: run statements on database threads instead of the calling one. Default true. */
  threads?: boolean
  /** SQLite without threads only: check references between rows. Default true. */
  foreignKeys?: boolean
  /** SQLite only: called when a database thread has ended by itself; nothing works from then on. */
  onThreadEnded?: (error: Error) => void
  /** PostgreSQL only: most connections of this pool. */
  maxConnections?: number
}

/** The one door to stored data. */
export interface Database {
  readonly dialect: Dialect
  /** Autocommit queries. */
  readonly queries: Queries
  /**
   * One write transaction. Conflicts between transactions run `work` again, so it must be repeatable and
   * have no effect outside the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Name of the embedded engine's file in the data folder. */
export const DATABASE_FILE = 'errata.db'
const READER_THREADS = 1
/** Page caches: the pipeline touches the most pages, single changes hardly any. */
const CACHE_KIB = { pipeline: 8 * 1024, reader: 8 * 1024, writer: 1024 }
const TRANSACTION_TRIES = 5
/** PostgreSQL: serialization failure, deadlock, and the server going away before the commit was sent. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Opens the database and brings its schema up to date.
 * @throws SchemaVersionError when it was written by a newer version.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null ? openSqlite(options) : openPostgres(options, options.databaseUrl)
}

/** SQLite result codes, PostgreSQL classes and network codes that mean "the engine cannot work now". */
const ENGINE_FAILURE = /^(SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN)|08|53|57P|ECONN|EPIPE|ETIMEDOUT)/

/** True when a failure is the engine's (full disk, lost connection, server going down), not the statement's. */
export function isEngineFailure(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return ENGINE_FAILURE.test(code)
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  )
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  mkdirSync(options.dataDir, { recursive: true })
  const file = join(options.dataDir, DATABASE_FILE)
  const isDirect = options.threads === false
  const writer = isDirect
    ? directRunner({
        file,
        readonly: false,
        cacheKib: CACHE_KIB.pipeline,
        foreignKeys: options.foreignKeys ?? true,
      })
    : threadRunner(
        { file, readonly: false, cacheKib: CACHE_KIB.writer, foreignKeys: true },
        options.onThreadEnded,
      )
  await writer.run('select 1', [])
  const readers = isDirect
    ? [writer]
    : Array.from({ length: READER_THREADS }, () =>
        threadRunner(
          { file, readonly: true, cacheKib: CACHE_KIB.reader, foreignKeys: true },
          options.onThreadEnded,
        ),
      )
  const queries = new Kysely<Schema>({ dialect: sqliteDialect({ writer, readers }) })
  return finish(queries, 'sqlite')
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 8,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser: postgresTypeParser as typeof pg.types.getTypeParser },
  })
  // A pooled or checked-out client emits `error` when the server goes away; unheard, it ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return finish(queries, 'postgres')
}

async function finish(queries: Kysely<Schema>, dialect: Dialect): Promise<Database> {
  try {
    await migrateDatabase(queries, dialect)
  } catch (error) {
    await queries.destroy()
    throw error
  }
  return {
    dialect,
    queries,
    transaction: (work) => inTransaction(queries, work),
    close: () => queries.destroy(),
  }
}

async function inTransaction<T>(queries: Kysely<Schema>, work: (tx: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await queries.transaction().execute(work)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt >= TRANSACTION_TRIES || !RETRYABLE.has(code)) throw error
    }
  }
}

const INT8 = 20
const NUMERIC = 1700

/** Whole numbers of PostgreSQL's wide types as JavaScript numbers: ours stay below 2^53. */
function postgresTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown
}

async function migrateDatabase(queries: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await queries.transaction().execute(async (tx) => {
    // Two nodes starting at once: the second waits here and then finds nothing to do.
    if (dialect === 'postgres') await sql`SELECT pg_advisory_xact_lock(7218340912)`.execute(tx)
    await sql`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)`.execute(
      tx,
    )
    await migrate({
      dialect,
      currentVersion: () => currentVersion(tx),
      apply: (migration) => applyMigration(tx, migration),
    })
  })
}

async function currentVersion(tx: Queries): Promise<number> {
  const result = await sql<{
    version: number | null
  }>`SELECT max(version) AS version FROM schema_version`.execute(tx)
  return result.rows[0]?.version ?? 0
}

async function applyMigration(tx: Queries, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await sql.raw(statement).execute(tx)
  await sql`INSERT INTO schema_version (version, name) VALUES (${migration.version}, ${migration.name})`.execute(
    tx,
  )
}
