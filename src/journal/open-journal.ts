import type { Clock } from '#platform/clock.ts'
import { openEmbeddedJournal } from './embedded-journal.ts'
import { openEmbeddedReader } from './embedded-journal-reader.ts'
import type { JournalReader, JournalWriter } from './journal.ts'

export interface OpenJournalOptions {
  /** Absolute path; holds the embedded journal's file. */
  dataDir: string
  /** `postgres://…`: the journal lives in that database; null: embedded. */
  databaseUrl: string | null
  clock?: Clock
  /** Embedded journal: see EmbeddedJournalOptions. */
  onThreadEnded?: (error: Error) => void
}

/**
 * Opens the accept side of the journal, creating it when there is none. Once per process, and for the embedded
 * journal once per data directory.
 * @throws JournalCorruptError, JournalVersionError, both with a message for the operator.
 */
export async function openJournalWriter(options: OpenJournalOptions): Promise<JournalWriter> {
  const { databaseUrl } = options
  if (databaseUrl === null) return openEmbeddedJournal(options)
  // Each thread would keep the driver in memory where nobody needs it: docs/decisions/0005.
  const { openPostgresJournal } = await import('./postgres-journal.ts')
  return openPostgresJournal({ ...options, databaseUrl })
}

/**
 * Opens the pipeline side of the journal, in any thread; after the writer.
 * @throws JournalCorruptError, JournalVersionError, both with a message for the operator.
 */
export async function openJournalReader(options: OpenJournalOptions): Promise<JournalReader> {
  const { databaseUrl } = options
  if (databaseUrl === null) return openEmbeddedReader(options)
  const { openPostgresReader } = await import('./postgres-journal-reader.ts')
  return openPostgresReader({ databaseUrl })
}
