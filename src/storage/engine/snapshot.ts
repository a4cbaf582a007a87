import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { ConfigError } from '#platform/config/config-error.ts'
import { isReadableFile } from '#platform/folders.ts'
import { BoundPool } from '../postgres/pool.ts'
import { postgresRefusal } from '../postgres/refusal.ts'
import type { Schema } from '../schema/schema.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import { directRunner } from '../sqlite/pool.ts'
import { appliedSchema } from './applied-schema.ts'
import { DATABASE_FILE } from './database.ts'
import { databaseFileError } from './database-file-error.ts'
import { newestSchema, SchemaVersionError } from './migrate.ts'
import type { Queries } from './scope.ts'

export interface SnapshotOptions {
  dataDir: string
  /** `postgres://…`; null: embedded SQLite. */
  databaseUrl: string | null
}

const CACHE_KIB = 32 * 1024

/** Runs `work` on one unchanging picture of the data, read only, across organizations. */
export type TakeSnapshot = <T>(work: (db: Queries) => Promise<T>) => Promise<T>

/** Read-only, across organizations. @throws SchemaVersionError for any other version; PostgresRefusedError */
export function withSnapshot<T>(options: SnapshotOptions, work: (db: Queries) => Promise<T>): Promise<T> {
  return withSnapshots(options, (take) => take(work))
}

/** Hold each snapshot for seconds only: PostgreSQL can't vacuum meanwhile, nor SQLite restart its log. */
export function withSnapshots<T>(
  options: SnapshotOptions,
  work: (take: TakeSnapshot) => Promise<T>,
): Promise<T> {
  return options.databaseUrl === null
    ? withSqlite(join(options.dataDir, DATABASE_FILE), work)
    : withPostgres(options.databaseUrl, work)
}

/** 0 if there are no tables. @throws PostgresRefusedError, or what SQLite says of its file. */
export function storedSchema(options: SnapshotOptions): Promise<number> {
  const read = (take: TakeSnapshot) => take(appliedSchema)
  return zeroWithoutTables(
    options.databaseUrl === null
      ? withSqlite(join(options.dataDir, DATABASE_FILE), read, anySchema)
      : withPostgres(options.databaseUrl, read, anySchema),
  )
}

/** Afterwards, a transaction of PostgreSQL that it read in can't be committed. */
function zeroWithoutTables(version: Promise<number>): Promise<number> {
  return version.catch((error) => (isMissingTable(error) ? 0 : Promise.reject(error)))
}

async function anySchema(): Promise<void> {}

async function withSqlite<T>(
  file: string,
  work: (take: TakeSnapshot) => Promise<T>,
  checkSchema = requireSchema,
): Promise<T> {
  if (!isReadableFile(file)) {
    throw new ConfigError(
      `There is no database ${file}. Set SVC_DATA_DIR to the service's data folder, or start the service once.`,
    )
  }
  let db: Kysely<Schema> | undefined
  try {
    const runner = directRunner({ file, readonly: true, cacheKib: CACHE_KIB, foreignKeys: false })
    const opened = new Kysely<Schema>({ dialect: sqliteDialect(runner) })
    db = opened
    return await work(async (read) => {
      // From its first read on, a transaction of SQLite sees what was there then.
      await runner.run('begin', [])
      try {
        await checkSchema(opened)
        return await read(opened)
      } finally {
        await runner.run('rollback', [])
      }
    })
  } catch (error) {
    throw databaseFileError(error, file)
  } finally {
    await db?.destroy()
  }
}

async function withPostgres<T>(
  url: string,
  work: (take: TakeSnapshot) => Promise<T>,
  checkSchema = requireSchema,
): Promise<T> {
  const pool = new BoundPool(url, { roles: null, applicationName: 'errata command', maxConnections: 1 })
  try {
    await sql`SELECT 1`.execute(pool.ofAll()).catch((error) => Promise.reject(postgresRefusal(error, url)))
    return await work((read) =>
      pool
        .ofAll()
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (db) => {
          await checkSchema(db)
          return read(db)
        }),
    )
  } finally {
    await pool.end()
  }
}

async function requireSchema(db: Queries): Promise<void> {
  const newest = newestSchema()
  const version = await zeroWithoutTables(appliedSchema(db))
  if (version === newest) return
  if (version === 0)
    throw new SchemaVersionError(
      'The database has no tables yet: start the service once, which creates them.',
    )
  throw new SchemaVersionError(
    `The data has schema version ${version}; this version of errata reads ${newest}. ` +
      (version < newest
        ? 'Start the service once with this version, then run the command again.'
        : 'Run the command of the version that wrote it.'),
  )
}

function isMissingTable({ code, message }: Error & { code?: string }): boolean {
  return code === '42P01' || (code === 'SQLITE_ERROR' && message.startsWith('no such table'))
}
