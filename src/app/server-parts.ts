import { resolve } from 'node:path'
import { SessionRates } from '#http/auth/session/rates.ts'
import { RateWindows } from '#http/auth/token/rate-windows.ts'
import { LiveStreams } from '#http/live/live-streams.ts'
import { BodyRoom } from '#http/server/body-room.ts'
import { readinessOf } from '#http/server/readiness.ts'
import type { ServerParts } from '#http/server/server.ts'
import { DsnAuthenticator } from '#ingest/admission/authenticate-dsn.ts'
import { RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import { FeedbackIntake } from '#ingest/feedback/feedback.ts'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import type { KeptEvent } from '#pipeline/messages.ts'
import { KeptEvents } from '#pipeline/prepare/process-kept.ts'
import { type Clock, steadyClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { OidcProvider } from '#platform/oidc/provider.ts'
import { hasUsers } from '#storage/account/credentials.ts'
import type { Parts } from './parts.ts'

const STREAMS_UNCHECKED =
  'ended sessions and tokens could not be looked for, so their live streams stay open; the check will be repeated'
const WEB_DIR = resolve(import.meta.dirname, '../../web/dist')

export function serverParts(config: Config, parts: Parts): ServerParts {
  const { database, journal, pipeline, lanes, live, passwords, outside, scrubber, key, setupToken, log } =
    parts
  const { retentionClock, sender, drops, symbols, clock } = parts
  const authenticator = new DsnAuthenticator({
    database,
    onError: (error) => log.warn({ err: error }, 'the last use of a DSN key was not recorded'),
    clock,
  })
  const { artifactsDir, releaseFiles: limits } = config
  const releaseFiles = new ReleaseFileStore({ database, artifactsDir, limits, clock })
  const hourlyCap = config.feedbackHourlyCap
  const feedback = new FeedbackIntake({ journal, database, scrubber, clock, hourlyCap })
  const streams = new LiveStreams({
    ...{ live, database, clock },
    onCheckFailed: (err) => log.warn({ err }, STREAMS_UNCHECKED),
  })
  const keptEvents = new KeptEvents()
  const shared = { config, database, journal, clock, live, refusals: new RefusedAttempts() }
  const onDsnKeyChanged = (publicKey: string): void => authenticator.forget(publicKey)
  return {
    log,
    webDir: WEB_DIR,
    api: {
      ...shared,
      ...outside,
      passwords,
      provider: providerOf(config, clock),
      key,
      rateWindows: new RateWindows(steadyClock),
      bodies: new BodyRoom(),
      sessionRates: new SessionRates(steadyClock),
      streams,
      symbols,
      processKept: (event: KeptEvent) => keptEvents.process(event),
      setupToken,
      onDeliveryQueued: () => sender.wake(),
      onDsnKeyChanged,
    },
    ingest: { ...shared, drops, feedback, releaseFiles, authenticator, log },
    metrics: {
      token: config.metricsToken,
      sources: {
        journal,
        totals: pipeline.totals,
        webhooks: sender.attempts,
        emails: outside.mailer?.attempts ?? { sent: 0, failed: 0 },
        folders: { data: config.dataDir, artifacts: artifactsDir },
        engine: engineOf(config),
        now: clock,
      },
    },
    readiness: readinessOf({
      askStorage: () => hasUsers(database.queries),
      damage: database.damage,
      ...{ journal, pipeline, lanes, retentionClock },
    }),
  }
}

function providerOf({ oidc, baseUrl }: Config, clock: Clock): OidcProvider | null {
  return oidc && baseUrl !== null ? new OidcProvider(oidc, { origin: baseUrl, clock }) : null
}

function engineOf({ databaseUrl }: Config) {
  return databaseUrl === null ? 'sqlite' : 'postgresql'
}
