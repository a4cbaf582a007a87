import type { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import type { Database } from '#actions/action-deps.ts'
import type { SymbolLookup } from '#actions/events/resolve-frames.ts'
import type { ProcessKept } from '#actions/events/retry-dead-letter.ts'
import type { LiveUpdates } from '#actions/live/live-updates.ts'
import type { RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { BackgroundTasks } from '#platform/background.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { OidcProvider } from '#platform/oidc/provider.ts'
import type { OutboundGuard } from '#platform/outbound/target.ts'
import type { SessionRates } from './auth/session/rates.ts'
import type { RateWindows } from './auth/token/rate-windows.ts'
import type { LiveStreams } from './live/live-streams.ts'
import type { BodyRoom } from './server/body-room.ts'

export interface ApiServices {
  config: Pick<
    Config,
    | 'baseUrl'
    | 'trustedProxies'
    | 'connectionsPerClient'
    | 'ingestHourlyCap'
    | 'spikeEventsPerMinute'
    | 'retentionDays'
    | 'sessionRequestsPerMinute'
  >
  database: Database
  journal: Pick<JournalWriter, 'append' | 'capUsed'>
  clock: Clock
  passwords: PasswordHasher
  /** Hides row keys, and knows browsers that signed in before. */
  key: InstallationKey
  /** Signs members in; null if none is set. */
  provider: OidcProvider | null
  /** Null if no mail server is set. */
  mailer: Pick<Mailer, 'send'> | null
  background: BackgroundTasks
  outbound: OutboundGuard
  rateWindows: RateWindows
  bodies: BodyRoom
  sessionRates: SessionRates
  refusals: RefusedAttempts
  live: LiveUpdates
  streams: LiveStreams
  symbols: SymbolLookup
  processKept: ProcessKept
  setupToken: string
  onDeliveryQueued(): void
  onDsnKeyChanged(publicKey: string): void
}
