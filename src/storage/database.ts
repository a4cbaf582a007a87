import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { databaseFileError } from './database-file-error.ts'
import { type Dialect, type Migration, migrate, SchemaVersionError } from './migrate.ts'
import type { BoundPool } from './postgres-pool.ts'
import { postgresRefusal } from './postgres-refusal.ts'
import { isBound, prepareRoles, type SessionRoles, secureRows } from './row-security.ts'
import type { Schema } from './schema.ts'
import type { OrgScope, Queries } from './scope.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { directRunner, threadRunner, threadRunners } from './sqlite-pool.ts'

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
  /**
   * PostgreSQL only: a query without an answer for so long fails, and its connection is given up: a server that was lost
   * without a word would be waited for a quarter of an hour. Absent: no limit, for work that may take its time.
   */
  queryTimeoutMs?: number
}

/** What names an organization: row key and public id. */
export type OrgKey = Pick<OrgScope, 'orgId' | 'orgUid'>

/** The one door to stored data. */
export interface Database {
  readonly dialect: Dialect
  /** False where PostgreSQL does not keep organizations apart by itself; null on SQLite, which cannot. */
  readonly hasRowSecurity: boolean | null
  /** Autocommit queries that see every organization: for `credentials.ts`, the pipeline's books, operators. */
  readonly queries: Queries
  /**
   * One write transaction that sees every organization. Conflicts between transactions run `work` again, so it
   * must be repeatable and have no effect outside the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** Autocommit queries of one organization. */
  scope(org: OrgKey): OrgScope
  /** One write transaction of one organization; as `transaction`, `work` may run more than once. */
  inOrg<T>(org: OrgKey, work: (scope: OrgScope) => Promise<T>): Promise<T>
  /** Reads of one organization that all see the same moment, whatever is written meanwhile. */
  snapshotOf<T>(org: OrgKey, work: (scope: OrgScope) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Name of the embedded engine's file in the data folder. */
export const DATABASE_FILE = 'errata.db'
/** Answers that can be read at once, each from a picture of its own: connections of the one reading thread. */
const READER_SEATS = 4
/**
 * Page caches, taken as they fill: the pipeline touches the most pages, single changes hardly any. The first reader's
 * holds the index that a list of 50,000 issues is sorted and searched in; one that does not fit is read anew each
 * time. The spare ones serve what is asked for while it is taken.
 */
const CACHE_KIB = { pipeline: 8 * 1024, reader: 24 * 1024, spareReader: 4 * 1024, writer: 1024 }
/** PostgreSQL: most connections of a pool, where nothing else is said. */
const DEFAULT_CONNECTIONS = 8
/** What requests and the pipeline wait for an answer of PostgreSQL; far above what any of their queries takes. */
export const QUERY_TIMEOUT_MS = 60_000
const TRANSACTION_TRIES = 5
const POSTGRES_FOREIGN_KEY = '23503'
/**
 * PostgreSQL: serialization failure, deadlock, and a row that another transaction deleted or inserted after this one
 * had looked (foreign key, unique key): what is read again says so.
 */
const RETRYABLE = new Set(['40001', '40P01', POSTGRES_FOREIGN_KEY, '23505'])

/**
 * Opens the database and brings its schema up to date.
 * @throws SchemaVersionError when it was written by a newer version; PostgresRefusedError.
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
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/.test(
      message,
    )
  )
}

/** True when a row could not be written because what it belongs to is not there (any more). */
export function isMissingReference(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === POSTGRES_FOREIGN_KEY || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  mkdirSync(options.dataDir, { recursive: true })
  const file = join(options.dataDir, DATABASE_FILE)
  let isOpen = false
  // A thread that can't open the file ends; that is said by what is thrown here.
  const onEnded = (error: Error) => void (isOpen && options.onThreadEnded?.(error))
  try {
    const queries = await openFile(file, options, onEnded)
    isOpen = true
    const close = () => queries.destroy()
    return databaseOf({ dialect: 'sqlite', hasRowSecurity: null, queries, ofOrg: () => queries, close })
  } catch (error) {
    throw databaseFileError(error, file)
  }
}

async function openFile(
  file: string,
  options: DatabaseOptions,
  onEnded: (error: Error) => void,
): Promise<Queries> {
  const { threads = true, foreignKeys = true } = options
  const writable = { file, readonly: false }
  const writer = threads
    ? threadRunner({ ...writable, cacheKib: CACHE_KIB.writer, foreignKeys: true }, onEnded)
    : directRunner({ ...writable, cacheKib: CACHE_KIB.pipeline, foreignKeys })
  await writer.run('select 1', [])
  const { reader: cacheKib, spareReader: spareCacheKib } = CACHE_KIB
  const reading = { file, readonly: true, foreignKeys: true, cacheKib, spareCacheKib, seats: READER_SEATS }
  const readers = threads ? threadRunners(reading, onEnded) : [writer]
  const queries = new Kysely<Schema>({ dialect: sqliteDialect({ writer, readers }) })
  try {
    await migrateDatabase(queries, 'sqlite', null)
  } catch (error) {
    await queries.destroy()
    throw error
  }
  return queries
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const roles = await preparePostgres(url)
  const { maxConnections = DEFAULT_CONNECTIONS, queryTimeoutMs } = options
  const pool = await poolOf(url, { roles, maxConnections, queryTimeoutMs })
  try {
    const queries = pool.ofAll()
    return databaseOf({
      dialect: 'postgres',
      hasRowSecurity: await isBound(queries),
      queries,
      ofOrg: (orgId) => pool.ofOrg(orgId),
      close: () => pool.end(),
    })
  } catch (error) {
    await pool.end()
    throw postgresRefusal(error, url)
  }
}

/** Loads the driver: each thread would keep it in memory where nobody needs it (docs/decisions/0005). */
async function poolOf(...given: ConstructorParameters<typeof BoundPool>): Promise<BoundPool> {
  const { BoundPool } = await import('./postgres-pool.ts')
  return new BoundPool(...given)
}

/** Makes the roles and brings the schema up to date. */
async function preparePostgres(url: string): Promise<SessionRoles | null> {
  const pool = await poolOf(url, { roles: null, maxConnections: 1 })
  try {
    const owner = pool.ofAll()
    const roles = await prepareRoles(owner)
    await migrateDatabase(owner, 'postgres', roles)
    return roles
  } catch (error) {
    throw error instanceof SchemaVersionError ? error : postgresRefusal(error, url)
  } finally {
    await pool.end()
  }
}

/** What the engines differ in. */
type Engine = Pick<Database, 'dialect' | 'hasRowSecurity' | 'queries' | 'close'> & {
  ofOrg: (orgId: number) => Queries
}

function databaseOf({ ofOrg, ...engine }: Engine): Database {
  const scope = (db: Queries, { orgId, orgUid }: OrgKey): OrgScope => ({ db, orgId, orgUid })
  return {
    ...engine,
    transaction: (work) => inTransaction(engine.queries, work),
    scope: (org) => scope(ofOrg(org.orgId), org),
    inOrg: (org, work) => inTransaction(ofOrg(org.orgId), (tx) => work(scope(tx, org))),
    snapshotOf: (org, work) =>
      ofOrg(org.orgId)
        .transaction()
        .setAccessMode('read only')
        .setIsolationLevel('repeatable read')
        .execute((tx) => work(scope(tx, org))),
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

async function migrateDatabase(
  queries: Queries,
  dialect: Dialect,
  roles: SessionRoles | null,
): Promise<void> {
  await queries.transaction().execute(async (tx) => {
    // Two nodes starting at once: the second waits here and then finds nothing to do.
    if (dialect === 'postgres') await sql`SELECT pg_advisory_xact_lock(7218340912)`.execute(tx)
    await sql`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)`.execute(
      tx,
    )
    if (dialect === 'postgres') await secureRows(tx, roles)
    await migrate({
      dialect,
      currentVersion: () => currentVersion(tx),
      apply: (migration) => applyMigration(tx, migration),
    })
    if (dialect === 'postgres') await secureRows(tx, roles)
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
