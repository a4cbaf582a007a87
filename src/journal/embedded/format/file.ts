import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { JournalCorruptError, JournalVersionError } from '../../journal.ts'
import { upgradeFirstFormat } from './upgrade.ts'

/** So few pages of the log that the writer's thread copies them itself. */
export const FEW_FRAMES = 256

const APPLICATION_ID = 0x45724a31
/** 2: numbers and previews of `head` are packed. */
const FORMAT_VERSION = 2
const BUSY_MS = 2000
/** Measured: 8 or 16 KiB save 5 % of the CPU of big batches and cost small ones as much. */
const PAGE_BYTES = 4096
/** A file up to this size is checked page by page at the start; a bigger one would delay it by seconds. */
const CHECKED_WHOLE_BYTES = 64 * 1024 * 1024

/**
 * `head` and `content`: a batch each, from `first_offset`. Content goes once read; heads stay for ids not yet
 * in `accepted` and for the spike minute: a restart reads both back.
 */
const SCHEMA = `
  CREATE TABLE lane (
    lane INTEGER PRIMARY KEY,
    epoch TEXT NOT NULL,
    last_offset INTEGER NOT NULL,
    trimmed_to INTEGER NOT NULL,
    pending_bytes INTEGER NOT NULL,
    ids_merged_to INTEGER NOT NULL
  );
  CREATE TABLE head (
    first_offset INTEGER PRIMARY KEY,
    last_offset INTEGER NOT NULL,
    newest_second INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    event_ids BLOB NOT NULL,
    previews BLOB NOT NULL
  );
  CREATE TABLE content (
    first_offset INTEGER PRIMARY KEY,
    last_offset INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    metas TEXT NOT NULL,
    bodies BLOB
  );
  CREATE TABLE accepted (
    event_id BLOB NOT NULL,
    project_id INTEGER NOT NULL,
    accepted_at INTEGER NOT NULL,
    preview BLOB,
    PRIMARY KEY (event_id, project_id)
  ) WITHOUT ROWID;
  CREATE TABLE cap_use (
    hour INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (hour, project_id)
  ) WITHOUT ROWID;`

export function journalFile(dataDir: string): string {
  return join(dataDir, 'journal.db')
}

/** A refused file stays as found, write-ahead log too. @throws JournalCorruptError, JournalVersionError */
export function openJournalFile(file: string): Sqlite.Database {
  return explained(file, () => {
    if (existsSync(file)) inspect(file)
    const db = new Sqlite(file, { timeout: BUSY_MS })
    return closedOnError(db, () => {
      db.pragma(`page_size = ${PAGE_BYTES}`)
      db.pragma('auto_vacuum = INCREMENTAL')
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      // Bodies are raw. FAST clears within pages; whole free pages are given back by upkeep (decision 0057).
      db.pragma('secure_delete = FAST')
      db.pragma('wal_autocheckpoint = 0')
      db.pragma('journal_size_limit = 16777216')
      db.pragma('cache_size = -4096')
      if (checkFormat(db, file)) create(db)
      else upgrade(db)
    })
  })
}

/** Beside its writer. @throws JournalCorruptError, JournalVersionError; Error if there is no journal. */
export function openJournalFileBeside(file: string, options: { readonly: boolean }): Sqlite.Database {
  return explained(file, () => {
    if (!existsSync(file)) throw new Error(`There is no journal ${file} yet; start the service first.`)
    const db = new Sqlite(file, { readonly: options.readonly, timeout: BUSY_MS })
    return closedOnError(db, () => {
      checkFormat(db, file)
      if (db.pragma('user_version', { simple: true }) !== FORMAT_VERSION) throw notUpgraded(file)
      db.pragma('cache_size = -1024')
      if (!options.readonly) {
        db.pragma('synchronous = FULL')
        db.pragma('wal_autocheckpoint = 0')
      }
    })
  })
}

function notUpgraded(file: string): JournalVersionError {
  return new JournalVersionError(
    `An earlier version wrote the journal ${file}. Start the service once, which brings it to format ${FORMAT_VERSION}.`,
  )
}

function closedOnError(db: Sqlite.Database, prepare: () => void): Sqlite.Database {
  try {
    prepare()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Runs `action`; what SQLite says about a damaged file becomes a JournalCorruptError. */
export function explained<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) {
      throw corrupt(file, error.message, { cause: error })
    }
    throw error
  }
}

function corrupt(file: string, what: string, options?: ErrorOptions): JournalCorruptError {
  const message =
    `The journal ${file} is damaged (${what}). Keep a copy of ${file}, ${file}-wal and ${file}-shm. Then restore ` +
    'the whole data directory from a backup, or move these three files away to start with an empty journal; ' +
    'events that were accepted but not yet processed are lost in that case.'
  return new JournalCorruptError(message, options)
}

/** Problems that SQLite finds in a journal's file, even while it is written; null if there are none. */
export function findFileDamage(file: string): string | null {
  const db = new Sqlite(file, { readonly: true, timeout: BUSY_MS })
  try {
    const verdict = String(db.pragma('integrity_check(1)', { simple: true }))
    return verdict === 'ok' ? null : verdict
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return error.message
  } finally {
    db.close()
  }
}

/** @returns true if the file is new: it has nothing yet. @throws JournalVersionError */
function checkFormat(db: Sqlite.Database, file: string): boolean {
  const applicationId = db.pragma('application_id', { simple: true })
  const version = db.pragma('user_version', { simple: true }) as number
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  if (applicationId === 0 && version === 0 && tables === 0) return true
  if (applicationId !== APPLICATION_ID) {
    throw new JournalVersionError(
      `${file} is an SQLite file, but not a journal of this service. Move it away.`,
    )
  }
  if (version > FORMAT_VERSION) {
    throw new JournalVersionError(
      `The journal ${file} has format ${version}; this version supports formats up to ` +
        `${FORMAT_VERSION}. Start the newer version that wrote it.`,
    )
  }
  return false
}

function create(db: Sqlite.Database): void {
  db.exec('BEGIN IMMEDIATE')
  db.exec(SCHEMA)
  db.prepare('INSERT INTO lane VALUES (0, ?, 0, 0, 0, 0)').run(randomUUID())
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${FORMAT_VERSION}`)
  db.exec('COMMIT')
}

function upgrade(db: Sqlite.Database): void {
  if (db.pragma('user_version', { simple: true }) === FORMAT_VERSION) return
  db.exec('BEGIN IMMEDIATE')
  upgradeFirstFormat(db)
  db.pragma(`user_version = ${FORMAT_VERSION}`)
  db.exec('COMMIT')
}

function inspect(file: string): void {
  const db = new Sqlite(file, { readonly: true, timeout: BUSY_MS })
  try {
    if (!checkFormat(db, file)) checkContent(db, file)
  } finally {
    db.close()
  }
}

function checkContent(db: Sqlite.Database, file: string): void {
  checkWalTail(db, file)
  if (statSync(file).size <= CHECKED_WHOLE_BYTES) {
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw corrupt(file, String(verdict))
  }
  const lanes = db.prepare('SELECT last_offset, trimmed_to FROM lane').all() as {
    last_offset: number
    trimmed_to: number
  }[]
  const span = db
    .prepare('SELECT min(first_offset) AS first, max(last_offset) AS last FROM content')
    .get() as {
    first: number | null
    last: number | null
  }
  const [lane] = lanes
  if (!lane || lanes.length > 1) throw corrupt(file, 'its lane table is not as written')
  const { last_offset: lastOffset, trimmed_to: trimmedTo } = lane
  const isAllTrimmed = trimmedTo === lastOffset
  const isComplete =
    (span.first ?? lastOffset + 1) <= trimmedTo + 1 && (span.last ?? lastOffset) === lastOffset
  if (trimmedTo > lastOffset || (!isAllTrimmed && !isComplete)) {
    throw corrupt(
      file,
      `it has records ${span.first} to ${span.last} where ${trimmedTo + 1} to ${lastOffset} belong`,
    )
  }
}

/**
 * SQLite silently ends recovery at the first bad WAL frame. A crash damages the last commit only, so two
 * commits beyond it mean damage. https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
function checkWalTail(db: Sqlite.Database, file: string): void {
  const recovered = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  if (!existsSync(`${file}-wal`)) return
  const wal = openSync(`${file}-wal`, 'r')
  try {
    const beyond = commitsBeyond(wal, Math.max(0, recovered[0]!.log))
    if (beyond >= 2) throw corrupt(file, `${beyond} commits in its write-ahead log are beyond a broken frame`)
  } finally {
    closeSync(wal)
  }
}

const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

function commitsBeyond(wal: number, recoveredFrames: number): number {
  const { size } = fstatSync(wal)
  const header = Buffer.alloc(WAL_HEADER_BYTES)
  if (readSync(wal, header, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) return 0
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8)
  const frame = Buffer.alloc(FRAME_HEADER_BYTES)
  let commits = 0
  for (let at = WAL_HEADER_BYTES + recoveredFrames * frameBytes; at + frameBytes <= size; at += frameBytes) {
    readSync(wal, frame, 0, FRAME_HEADER_BYTES, at)
    const isOfThisLog = frame.compare(header, 16, 24, 8, 16) === 0
    if (isOfThisLog && frame.readUInt32BE(4) > 0) commits += 1
  }
  return commits
}
