import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { makeFolder } from '#platform/folders.ts'
import type { TurnOwner } from '#platform/turns/fair-turns.ts'
import type { BoundPool, RequestKind } from '../postgres/pool.ts'
import { PostgresRefusedError, postgresRefusal } from '../postgres/refusal.ts'
import { isBound, prepareRoles, type SessionRoles, secureRows } from '../postgres/row-security.ts'
import { refreshStatistics } from '../postgres/statistics.ts'
import type { Schema } from '../schema/schema.ts'
import { openDirect, openOnThreads, type SqliteEngine } from '../sqlite/engine.ts'
import { appliedSchema } from './applied-schema.ts'
import { databaseFileError } from './database-file-error.ts'
import { MetDamage } from './met-damage.ts'
import { type Dialect, type Migration, migrate, type OnUpgrade, SchemaVersionError } from './migrate.ts'
import type { OrgKey, OrgScope, Queries } from './scope.ts'

export interface DatabaseOptions {
  dataDir: string
  /** `postgres://…`; null: embedded SQLite. */
  databaseUrl: string | null
  /** SQLite only: run statements on database threads instead of the calling one. Default true. */
  threads?: boolean
  /** SQLite without threads only: check references between rows. Default true. */
  foreignKeys?: boolean
  onThreadEnded?: (error: Error) => void
  onUpgrade?: OnUpgrade
  /** PostgreSQL only: most connections of this pool; docs/operations.md says what a node needs in all. */
  maxConnections?: number
  /** PostgreSQL only: by which its operators tell these connections from others. */
  applicationName?: string
  /** PostgreSQL only: a longer query fails with its connection (a lost server hangs 15 min). Absent: none. */
  queryTimeoutMs?: number
  /** PostgreSQL only: the server ends a statement of a request's reads after so long. Absent: no limit. */
  requestTimeoutMs?: number
}

export interface RequestOwner extends OrgKey {
  userId?: string | undefined
}

export interface Database {
  readonly dialect: Dialect
  /** False if PostgreSQL does not keep organizations apart by itself; null on SQLite, which cannot. */
  readonly hasRowSecurity: boolean | null
  readonly damage: Pick<MetDamage, 'isMet'>
  /** Autocommit queries that see every organization: for looking up credentials, the pipeline's books, operators. */
  readonly queries: Queries
  /** One write transaction across organizations. `work` may run again: no effects outside the database. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** Autocommit queries for a request, in turns. Not inside `snapshotOf` or `inOrg`, which hold a turn. */
  scope(org: RequestOwner): OrgScope
  /** The same for the service itself (ingest, upkeep, sign-in): no request is waited for. */
  serviceScope(org: OrgKey): OrgScope
  /** One write transaction of one organization; as `transaction`, `work` may run more than once. */
  inOrg<T>(org: RequestOwner, work: (scope: OrgScope) => Promise<T>): Promise<T>
  /** Reads of one organization that all see the same moment, whatever is written meanwhile. */
  snapshotOf<T>(org: RequestOwner, work: (scope: OrgScope) => Promise<T>): Promise<T>
  /** SQLite: empties the log, where deleted rows stay readable, unless in use. PostgreSQL vacuums itself. */
  clearDeleted(): Promise<void>
  /** PostgreSQL: what its planner knows about tables that changed. SQLite plans by fixed figures. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

export const DATABASE_FILE = 'errata.db'
const DEFAULT_CONNECTIONS = 10
const DEFAULT_NAME = 'errata'
/** Time limit for PostgreSQL's response to requests and the pipeline; far above what any query takes. */
export const QUERY_TIMEOUT_MS = 60_000
export const REQUEST_TIMEOUT_MS = 3_000
const TRANSACTION_TRIES = 5
/** Any number that no other program in the same database is likely to lock. */
const MIGRATION_LOCK = 7_218_340_912
const POSTGRES_FOREIGN_KEY = '23503'
/** Serialization failure, deadlock, and rows deleted or inserted by others meanwhile: a rerun sees them. */
const RETRYABLE = new Set(['40001', '40P01', POSTGRES_FOREIGN_KEY, '23505'])

/** Opens and migrates the database. @throws SchemaVersionError if it is newer; PostgresRefusedError */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null ? openSqlite(options) : openPostgres(options, options.databaseUrl)
}

/** True when a row could not be written because what it belongs to is not there (any more). */
export function isMissingReference(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === POSTGRES_FOREIGN_KEY || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  makeFolder(options.dataDir)
  const file = join(options.dataDir, DATABASE_FILE)
  let isOpen = false
  // A thread that can't open the file ends; that is said by what is thrown here.
  const onEnded = (error: Error) => void (isOpen && options.onThreadEnded?.(error))
  try {
    const { threads = true, foreignKeys = true } = options
    const damage = new MetDamage()
    const engine = threads
      ? await openOnThreads(file, { onEnded, damage })
      : await openDirect(file, foreignKeys)
    await migrateOrClose(engine, options.onUpgrade)
    isOpen = true
    return databaseOf({
      dialect: 'sqlite',
      hasRowSecurity: null,
      damage,
      refreshStatistics: async () => {},
      ...engine,
    })
  } catch (error) {
    throw databaseFileError(error, file)
  }
}

async function migrateOrClose({ queries, close }: SqliteEngine, onUpgrade?: OnUpgrade): Promise<void> {
  try {
    await migrateDatabase(queries, { dialect: 'sqlite', roles: null, onUpgrade })
  } catch (error) {
    await close()
    throw error
  }
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const { maxConnections = DEFAULT_CONNECTIONS, applicationName = DEFAULT_NAME } = options
  const roles = await preparePostgres(url, applicationName, options.onUpgrade)
  const { queryTimeoutMs, requestTimeoutMs } = options
  const damage = new MetDamage()
  const limits = { maxConnections, queryTimeoutMs, requestTimeoutMs, damage }
  const pool = await poolOf(url, { roles, applicationName, ...limits })
  try {
    const queries = pool.ofAll()
    return databaseOf({
      dialect: 'postgres',
      hasRowSecurity: await isBound(queries),
      damage,
      queries,
      ofOwner: (owner, kind) => pool.ofOwner(owner, kind),
      ofService: (orgId) => pool.ofOrg(orgId),
      clearDeleted: async () => {},
      refreshStatistics: () => refreshStatistics(queries),
      close: () => pool.end(),
    })
  } catch (error) {
    await pool.end()
    throw postgresRefusal(error, url)
  }
}

/** Loads the driver: each thread would keep it in memory if nobody needs it (docs/decisions/0005). */
async function poolOf(...given: ConstructorParameters<typeof BoundPool>): Promise<BoundPool> {
  const { BoundPool } = await import('../postgres/pool.ts')
  return new BoundPool(...given)
}

async function preparePostgres(
  url: string,
  applicationName: string,
  onUpgrade: OnUpgrade | undefined,
): Promise<SessionRoles | null> {
  const pool = await poolOf(url, { roles: null, applicationName, maxConnections: 1 })
  try {
    const { refuseSharedConnections } = await import('../postgres/pooler.ts')
    await refuseSharedConnections(url, applicationName)
    const owner = pool.ofAll()
    const roles = await prepareRoles(owner)
    await migrateDatabase(owner, { dialect: 'postgres', roles, onUpgrade })
    return roles
  } catch (error) {
    const isOurs = error instanceof SchemaVersionError || error instanceof PostgresRefusedError
    throw isOurs ? error : postgresRefusal(error, url)
  } finally {
    await pool.end()
  }
}

type OwnParts =
  | 'dialect'
  | 'hasRowSecurity'
  | 'damage'
  | 'queries'
  | 'clearDeleted'
  | 'refreshStatistics'
  | 'close'
type Engine = Pick<Database, OwnParts> & {
  ofOwner: (owner: TurnOwner, kind: RequestKind) => Queries
  /** Of one organization, without turns; absent: the same as `queries`. */
  ofService?: (orgId: number) => Queries
}

function databaseOf({ ofOwner, ofService, ...engine }: Engine): Database {
  const scope = (db: Queries, { orgId, orgUid }: OrgKey): OrgScope => ({ db, orgId, orgUid })
  return {
    ...engine,
    transaction: (work) => inTransaction(engine.queries, work),
    scope: (org) => scope(ofOwner(org, 'read'), org),
    serviceScope: (org) => scope(ofService?.(org.orgId) ?? engine.queries, org),
    inOrg: (org, work) => inTransaction(ofOwner(org, 'write'), (tx) => work(scope(tx, org))),
    snapshotOf: (org, work) =>
      ofOwner(org, 'read')
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

interface MigrationRun {
  dialect: Dialect
  roles: SessionRoles | null
  onUpgrade: OnUpgrade | undefined
}

async function migrateDatabase(queries: Queries, { dialect, roles, onUpgrade }: MigrationRun): Promise<void> {
  await queries.transaction().execute(async (tx) => {
    if (dialect === 'postgres') {
      // Limits that an administrator set for all are below what upgrading many rows takes.
      await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      await sql`SET LOCAL lock_timeout = 0`.execute(tx)
      // Two nodes starting at once: the second waits here and then finds nothing to do.
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    }
    await sql`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)`.execute(
      tx,
    )
    if (dialect === 'postgres') await secureRows(tx, roles)
    await migrate({
      dialect,
      currentVersion: () => appliedSchema(tx),
      apply: (migration) => applyMigration(tx, migration),
      onUpgrade,
    })
    if (dialect === 'postgres') await secureRows(tx, roles)
  })
}

async function applyMigration(tx: Queries, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await sql.raw(statement).execute(tx)
  await sql`INSERT INTO schema_version (version, name) VALUES (${migration.version}, ${migration.name})`.execute(
    tx,
  )
}
