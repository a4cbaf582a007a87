import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '../engine/database.ts'

const STEP_PAGES = 512

/** Size of the write-ahead log: at most so much of it has no room in the database file yet. */
export function databaseLogBytes(dataDir: string): number {
  return statSync(join(dataDir, `${DATABASE_FILE}-wal`), { throwIfNoEntry: false })?.size ?? 0
}

/** Gives 2 MB of free pages, and the log, back to a nearly full disk; nothing while another one writes. */
export function giveBackSpace(dataDir: string): void {
  try {
    const db = new Sqlite(join(dataDir, DATABASE_FILE), { timeout: 0, fileMustExist: true })
    try {
      vacuumStep(db)
    } finally {
      db.close()
    }
  } catch (error) {
    // Locked, or no room even for this: it is tried again.
    if (!(error instanceof Sqlite.SqliteError)) throw error
  }
}

function vacuumStep(db: Sqlite.Database): void {
  db.pragma('wal_autocheckpoint = 0')
  // First: what the step itself writes goes to the log, and that may have no room to grow.
  db.pragma('wal_checkpoint(TRUNCATE)')
  if ((db.pragma('freelist_count', { simple: true }) as number) === 0) return
  // Not a prepared statement: that would stop after one page; exec runs to the end.
  db.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`)
  db.pragma('wal_checkpoint(TRUNCATE)')
}
