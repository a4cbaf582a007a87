import type { RefusedAttempts } from '#ingest/refused-attempts.ts'
import type { ReleaseFileStore } from '#ingest/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { BackgroundTasks } from '#platform/background.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Mailer } from '#platform/mailer.ts'
import type { Database } from '#storage/database.ts'
import type { LiveUpdates } from '#triage/live-updates.ts'
import type { LiveStreams } from './api/live-streams.ts'
import type { PasswordHasher } from './auth/password-hasher.ts'
import type { RateWindows } from './auth/rate-windows.ts'

/** What the API's handlers work with. */
export interface ApiServices {
  config: Pick<Config, 'baseUrl' | 'trustedProxies' | 'ingestHourlyCap' | 'spikeEventsPerMinute'>
  database: Database
  journal: Pick<JournalWriter, 'append' | 'capUsed'>
  clock: Clock
  passwords: PasswordHasher
  /** Null where no mail server is set. */
  mailer: Pick<Mailer, 'send'> | null
  background: BackgroundTasks
  /** Of access tokens. */
  rateWindows: RateWindows
  releaseFiles: ReleaseFileStore
  refusals: RefusedAttempts
  live: LiveUpdates
  streams: LiveStreams
  /** Opens the setup to a client of another machine; made anew at each start. */
  setupToken: string
  /** Called after a change to a DSN key or its project, so that this node obeys it at once. */
  onDsnKeyChanged(publicKey: string): void
}
