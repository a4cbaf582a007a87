import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#actions/action-deps.ts'
import type { LiveUpdates } from '#actions/live/live-updates.ts'
import type { AcceptDeps } from '#ingest/accept-event.ts'
import type { DsnAuthenticator } from '#ingest/admission/authenticate-dsn.ts'
import type { BodyBudgets } from '#ingest/admission/in-flight-budget.ts'
import type { RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import type { WorkTurns } from '#ingest/admission/work-turns.ts'
import type { DropCounts } from '#ingest/drops/drop-counts.ts'
import type { FeedbackIntake } from '#ingest/feedback/feedback.ts'
import type { InflateLane } from '#ingest/inflate-lane.ts'
import type { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { RefusalNotes } from './note-refusal.ts'

export interface IngestHttpDeps {
  journal: JournalWriter
  authenticator: DsnAuthenticator
  database: Database
  feedback: FeedbackIntake
  releaseFiles: ReleaseFileStore
  refusals: RefusedAttempts
  drops: DropCounts
  live: LiveUpdates
  config: Pick<Config, 'maxBodyBytes' | 'ingestHourlyCap' | 'spikeEventsPerMinute'>
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

export interface IngestServices extends IngestHttpDeps {
  accept: AcceptDeps
  budgets: BodyBudgets
  lane: InflateLane
  turns: WorkTurns
  notes: RefusalNotes
}
