import type { Logger } from 'pino'
import type { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import type { WebhookSender } from '#actions/alerts/webhook-sender.ts'
import type { SymbolLookup } from '#actions/events/resolve-frames.ts'
import type { LiveUpdates } from '#actions/live/live-updates.ts'
import type { RetentionClock } from '#actions/upkeep/retention-clock.ts'
import type { ApiServices } from '#http/api-services.ts'
import type { DropCounts } from '#ingest/drops/drop-counts.ts'
import type { TextScrubber } from '#ingest/feedback/text-scrubber.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { LaneWatch } from '#pipeline/lane/watch.ts'
import type { Pipeline } from '#pipeline/start-pipeline.ts'
import type { Clock } from '#platform/clock.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Database } from '#storage/engine/database.ts'

export interface Parts {
  database: Database
  journal: JournalWriter
  pipeline: Pipeline
  lanes: LaneWatch
  live: LiveUpdates
  retentionClock: RetentionClock
  passwords: PasswordHasher
  outside: Pick<ApiServices, 'background' | 'outbound'> & { mailer: Mailer | null }
  sender: WebhookSender
  scrubber: TextScrubber
  drops: DropCounts
  symbols: SymbolLookup
  key: InstallationKey
  setupToken: string
  clock: Clock
  log: Logger
}
