import type { FastifyBaseLogger } from 'fastify'
import type { AcceptDeps } from '#ingest/accept-event.ts'
import type { DsnAuthenticator } from '#ingest/authenticate-dsn.ts'
import type { InFlightBudget } from '#ingest/in-flight-budget.ts'
import type { RefusedAttempts } from '#ingest/refused-attempts.ts'
import type { ReleaseFileStore } from '#ingest/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#storage/database.ts'
import type { LiveUpdates } from '#triage/live-updates.ts'
import type { FailureLog } from './failure-log.ts'
import type { RefusalNotes } from './note-refusal.ts'

/** What the composition root hands to the ingest routes. */
export interface IngestHttpDeps {
  journal: JournalWriter
  authenticator: DsnAuthenticator
  database: Database
  releaseFiles: ReleaseFileStore
  refusals: RefusedAttempts
  live: LiveUpdates
  config: Pick<Config, 'maxBodyBytes' | 'ingestHourlyCap' | 'spikeEventsPerMinute'>
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** The same with what the routes share among themselves. */
export interface IngestServices extends IngestHttpDeps {
  accept: AcceptDeps
  budget: InFlightBudget
  notes: RefusalNotes
  failures: FailureLog
}
