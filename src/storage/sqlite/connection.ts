import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { processorMs } from '#platform/clock.ts'
import { freeBytes, reserveBytes } from '#platform/disk-reserve.ts'
import { Lru } from '#platform/lru.ts'
import { OVER_TIME } from '../engine/refused-read.ts'

export interface SqliteResult {
  rows: unknown[]
  changes: number
}

export interface SqliteConnection {
  run(sql: string, parameters: readonly unknown[]): SqliteResult
  close(): void
}

/** Code of an error: a transaction that writes, of another thread or program, is open. */
export const LOCKED = 'SQLITE_BUSY'
/** Empties the log, which keeps deleted rows, unless in use; an oversized one is waited for briefly. */
export const TRUNCATE_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)'

export interface SqliteConnectionOptions {
  file: string
  readonly: boolean
  /** Page cache, KiB; all connections together are what the engine takes of memory. */
  cacheKib: number
  /** Check references between rows; off only where every reference was looked up in the same transaction. */
  foreignKeys: boolean
  /** Thread CPU, ms, of statements that ask `within_time()`; then `OVER_TIME`. Null or absent: no limit. */
  cpuLimitMs?: number | null
  /** How long a statement keeps its thread waiting for a lock, ms. Default 10 s. */
  lockWaitMs?: number
}

const LOCK_WAIT_MS = 10_000
const KEPT_STATEMENTS = 300
/** Longer ones, with lists of ids in them, are not met again and would fill the memory. */
const KEPT_STATEMENT_CHARS = 16_384
/** Pages of 4 KiB. A page changed by several transactions goes to the file once per checkpoint. */
const CHECKPOINT_PAGES = 4_000
/** The log is cut to this when it starts over. It outgrows it while a long read, such as `verify`, holds its frames. */
const LOG_BYTES = 64 * 1024 * 1024
const PAGE_BYTES = 4096
/** Overlapping reads keep the log from restarting. Past its limit, the cut and writes wait for them. */
const LOG_PATIENCE_MS = 250

/** Deleted rows are overwritten, in free pages as well (decision 0057). */
const OVERWRITE = 'secure_delete = ON'
/** Overwriting takes log space, which a full disk lacks; free pages go back instead (decision 0059). */
const OVERWRITE_IF_FREE = 'secure_delete = FAST'
/** While fewer reserves than this are free, deleting must not need room. */
const SCARCE_RESERVES = 4
const DISK_TROUBLE = /^SQLITE_(?:FULL|IOERR)/

/** WAL with `synchronous=FULL`: a committed transaction is on stable storage. */
export function openSqliteConnection(options: SqliteConnectionOptions): SqliteConnection {
  const db = new Sqlite(options.file, { readonly: options.readonly, timeout: LOCK_WAIT_MS })
  if (!options.readonly) {
    db.pragma(`page_size = ${PAGE_BYTES}`)
    db.pragma('auto_vacuum = INCREMENTAL')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma(overwriting(options.file))
    db.pragma(`foreign_keys = ${options.foreignKeys ? 'ON' : 'OFF'}`)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    db.pragma(`journal_size_limit = ${LOG_BYTES}`)
  }
  db.pragma(`cache_size = -${options.cacheKib}`)
  db.pragma('temp_store = MEMORY')
  const { lockWaitMs = LOCK_WAIT_MS } = options
  db.pragma(`busy_timeout = ${lockWaitMs}`)
  const statements = new Lru<string, Sqlite.Statement>(KEPT_STATEMENTS)
  const prepared = (sql: string): Sqlite.Statement =>
    sql.length > KEPT_STATEMENT_CHARS ? db.prepare(sql) : statements.getOr(sql, (text) => db.prepare(text))
  const startTime = limitTime(db, options.cpuLimitMs ?? null)

  return {
    run(sql, parameters) {
      if (sql === TRUNCATE_LOG) return truncateLog(db, lockWaitMs)
      const statement = prepared(sql)
      if (!db.inTransaction) startTime()
      try {
        if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
        return { rows: [], changes: statement.run(...parameters).changes }
      } catch (error) {
        if (DISK_TROUBLE.test((error as { code?: string }).code ?? '')) db.pragma(OVERWRITE_IF_FREE)
        throw error
      }
    },
    close() {
      statements.clear()
      db.close()
    },
  }
}

function overwriting(file: string): string {
  const folder = dirname(file)
  const isScarce = (freeBytes(folder) ?? Number.POSITIVE_INFINITY) < SCARCE_RESERVES * reserveBytes(folder)
  return isScarce ? OVERWRITE_IF_FREE : OVERWRITE
}

/** Does not wait for a small log: statements of everyone else would wait with it. */
function truncateLog(db: Sqlite.Database, lockWaitMs: number): SqliteResult {
  if (db.inTransaction) return { rows: [], changes: 0 }
  try {
    if (!db.readonly) db.pragma(overwriting(db.name))
    const [outcome] = checkpoint(db, 0)
    const isTooLong = outcome?.busy === 1 && logBytes(db.name) > LOG_BYTES
    return { rows: isTooLong ? checkpoint(db, LOG_PATIENCE_MS) : [outcome], changes: 0 }
  } finally {
    db.pragma(`busy_timeout = ${lockWaitMs}`)
  }
}

function checkpoint(db: Sqlite.Database, patienceMs: number): { busy: number }[] {
  db.pragma(`busy_timeout = ${patienceMs}`)
  return db.prepare(TRUNCATE_LOG).all() as { busy: number }[]
}

function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** `within_time()` is true until time is up: SQLite can't be interrupted. @returns restarts the time. */
function limitTime(db: Sqlite.Database, cpuLimitMs: number | null): () => void {
  let startedAt = 0
  const withinTime = (): number => {
    if (cpuLimitMs === null || processorMs() - startedAt <= cpuLimitMs) return 1
    throw Object.assign(new Error('The query took too long.'), { code: OVER_TIME })
  }
  db.function('within_time', { deterministic: false, directOnly: true }, withinTime)
  return () => {
    if (cpuLimitMs !== null) startedAt = processorMs()
  }
}
