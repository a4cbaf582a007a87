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
}

/**
 * Opens the accept side of the journal, creating it when there is none. Once per process, and for the embedded
 * journal once per data directory.
 * @throws JournalCorruptError, JournalVersionError, both with a message for the operator.
 */
export async function openJournalWriter(options: OpenJournalOptions): Promise<JournalWriter> {
  return openEmbeddedJournal(options)
}

/**
 * Opens the pipeline side of the journal, in any thread; after the writer.
 * @throws JournalCorruptError, JournalVersionError, both with a message for the operator.
 */
export async function openJournalReader(options: OpenJournalOptions): Promise<JournalReader> {
  return openEmbeddedReader(options)
}
