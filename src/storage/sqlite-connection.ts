import Sqlite from 'better-sqlite3'

/** One result in the shape Kysely expects, plain enough to cross a thread boundary. */
export interface SqliteResult {
  rows: unknown[]
  changes: number
}

/** An open SQLite file with its prepared statements kept. Used inside one thread only. */
export interface SqliteConnection {
  run(sql: string, parameters: readonly unknown[]): SqliteResult
  close(): void
}

export interface SqliteConnectionOptions {
  file: string
  readonly: boolean
  /** Page cache, KiB; all connections together are what the engine takes of memory. */
  cacheKib: number
  /** Check references between rows; off only where every reference was looked up in the same transaction. */
  foreignKeys: boolean
}

/** How long a statement waits for another thread's transaction, ms. */
const BUSY_TIMEOUT_MS = 10_000
const KEPT_STATEMENTS = 300
/** Pages of 4 KiB. A page changed by several transactions goes to the file once per checkpoint. */
const CHECKPOINT_PAGES = 4_000

/**
 * Opens the file with the settings durability rests on: WAL, and `synchronous=FULL`, so a committed
 * transaction is on stable storage.
 */
export function openSqliteConnection(options: SqliteConnectionOptions): SqliteConnection {
  const db = new Sqlite(options.file, { readonly: options.readonly, timeout: BUSY_TIMEOUT_MS })
  if (!options.readonly) {
    db.pragma('page_size = 4096')
    db.pragma('auto_vacuum = INCREMENTAL')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma(`foreign_keys = ${options.foreignKeys ? 'ON' : 'OFF'}`)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }
  db.pragma(`cache_size = -${options.cacheKib}`)
  db.pragma('temp_store = MEMORY')
  const statements = new Map<string, Sqlite.Statement>()

  function prepare(sql: string): Sqlite.Statement {
    let statement = statements.get(sql)
    if (statement) {
      statements.delete(sql)
    } else {
      statement = db.prepare(sql)
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value as string)
    }
    statements.set(sql, statement)
    return statement
  }

  return {
    run(sql, parameters) {
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
      return { rows: [], changes: statement.run(...parameters).changes }
    },
    close() {
      statements.clear()
      db.close()
    },
  }
}
