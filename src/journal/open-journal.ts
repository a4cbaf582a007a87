import { existsSync } from 'node:fs'
import type { Clock } from '#platform/clock.ts'
import { findFileDamage, journalFile } from './embedded/format/file.ts'
import { openEmbeddedJournal } from './embedded/journal.ts'
import { openEmbeddedReader } from './embedded/journal-reader.ts'
import type { JournalReader, JournalWriter, OnUpkeepError } from './journal.ts'

export interface OpenJournalOptions {
  /** Absolute path; holds the embedded journal's file. */
  dataDir: string
  /** `postgres://…`: the journal lives in that database; null: embedded. */
  databaseUrl: string | null
  clock?: Clock
  onThreadEnded?: (error: Error) => void
  onUpkeepError?: OnUpkeepError
}

/** Once per process, embedded: per data directory. @throws JournalCorruptError, JournalVersionError */
export async function openJournalWriter(options: OpenJournalOptions): Promise<JournalWriter> {
  const { databaseUrl } = options
  if (databaseUrl === null) return openEmbeddedJournal(options)
  // Each thread would keep the driver in memory if nobody needs it: docs/decisions/0005.
  const { openPostgresJournal } = await import('./postgres/journal.ts')
  return openPostgresJournal({ ...options, databaseUrl })
}

export async function journalExists({ dataDir, databaseUrl }: OpenJournalOptions): Promise<boolean> {
  if (databaseUrl === null) return existsSync(journalFile(dataDir))
  const { hasPostgresJournal } = await import('./postgres/sessions.ts')
  return hasPostgresJournal(databaseUrl)
}

/** Problems that SQLite finds in the journal's file; null if there are none, and for PostgreSQL. */
export async function findJournalDamage({
  dataDir,
  databaseUrl,
}: OpenJournalOptions): Promise<string | null> {
  return databaseUrl === null ? findFileDamage(journalFile(dataDir)) : null
}

/** Connections of running nodes. None for the embedded journal: the data folder's lock allows one node. */
export async function countJournalConnections({ databaseUrl }: OpenJournalOptions): Promise<number> {
  if (databaseUrl === null) return 0
  const { countPostgresSessions } = await import('./postgres/sessions.ts')
  return countPostgresSessions(databaseUrl)
}

export interface OpenReaderOptions extends OpenJournalOptions {
  maxConnections?: number
}

/** In any thread, after the writer. @throws JournalCorruptError, JournalVersionError */
export async function openJournalReader(options: OpenReaderOptions): Promise<JournalReader> {
  const { databaseUrl } = options
  if (databaseUrl === null) return openEmbeddedReader(options)
  const { openPostgresReader } = await import('./postgres/journal-reader.ts')
  return openPostgresReader({ databaseUrl, maxConnections: options.maxConnections })
}
