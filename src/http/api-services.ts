import type { RefusedAttempts } from '#ingest/refused-attempts.ts'
import type { ReleaseFileStore } from '#ingest/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#storage/database.ts'
import type { LiveUpdates } from '#triage/live-updates.ts'
import type { LiveStreams } from './api/live-streams.ts'
import type { PasswordHasher } from './auth/password-hasher.ts'

/** What the API's handlers work with. */
export interface ApiServices {
  config: Pick<Config, 'baseUrl' | 'trustProxy' | 'ingestHourlyCap' | 'spikeEventsPerMinute'>
  database: Database
  journal: Pick<JournalWriter, 'append' | 'capUsed'>
  clock: Clock
  passwords: PasswordHasher
  releaseFiles: ReleaseFileStore
  refusals: RefusedAttempts
  live: LiveUpdates
  streams: LiveStreams
  /** Opens the setup to a client of another machine; made anew at each start. */
  setupToken: string
  /** Called after a change to a DSN key, so that this node obeys it at once. */
  onDsnKeyChanged(publicKey: string): void
}
