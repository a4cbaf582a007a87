import { randomBytes } from 'node:crypto'
import { createConfiguredOwner } from '#actions/accounts/configured-owner.ts'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { needsSetup } from '#actions/accounts/set-up.ts'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { setupLink } from '#http/routes/account/setup.ts'
import { listen } from '#http/server/listen.ts'
import { createServer } from '#http/server/server.ts'
import { DropCounts } from '#ingest/drops/drop-counts.ts'
import { TextScrubber } from '#ingest/feedback/text-scrubber.ts'
import { LaneWatch } from '#pipeline/lane/watch.ts'
import type { Config } from '#platform/config/config.ts'
import { InstallationKey } from '#platform/installation-key.ts'
import { createLog } from '#platform/log.ts'
import { OutboundGuard } from '#platform/outbound/target.ts'
import { installationSecret } from '#storage/upkeep/installation-secret.ts'
import { SharedClock } from '#storage/upkeep/shared-clock.ts'
import { Opened } from './app/opened.ts'
import { openOutside, openSender } from './app/outside.ts'
import { runPipeline } from './app/pipeline.ts'
import { serverParts } from './app/server-parts.ts'
import { openStores } from './app/stores.ts'
import { openSymbols } from './app/symbols.ts'
import { openRetentionClock, runUpkeep } from './app/upkeep.ts'

export interface App {
  /** Origin it listens on. */
  url: string
  /** Where the first user is made; null once there is one. */
  setupUrl: string | null
  /** Resolves, after logging why, when the service cannot continue: end the process; a new one loses nothing. */
  failed: Promise<Error>
  /** Stops taking requests, finishes the open ones, and closes everything. */
  close(): Promise<void>
}

const SETUP_TOKEN_BYTES = 24

/** Builds the service from its settings and starts it. Nothing stays open when it fails. */
export async function startApp(config: Config): Promise<App> {
  const opened = new Opened()
  try {
    return await start(config, opened)
  } catch (error) {
    // What kept it from starting matters more than what then failed to close.
    await opened.close().catch(() => {})
    throw error
  }
}

async function start(config: Config, opened: Opened): Promise<App> {
  const log = createLog(config.logLevel)
  const failed = Promise.withResolvers<Error>()
  const onThreadEnded = (error: Error): void => {
    log.fatal({ err: error }, 'a storage thread ended; the service exits and must be restarted')
    failed.resolve(error)
  }
  const { database, journal } = await openStores(config, opened, { log, onThreadEnded })
  const passwords = new PasswordHasher()
  await createConfiguredOwner(config, { database, passwords, log })
  const live = new LiveUpdates()
  const retentionClock = await openRetentionClock(database, log)
  const sharedClock = await SharedClock.follow(database)
  opened.add(() => sharedClock.close())
  const clock = sharedClock.now
  const key = new InstallationKey(await installationSecret(database.queries))
  const outbound = new OutboundGuard({ allowPrivate: config.webhookAllowPrivate })
  const sender = openSender({ database, live, key, outbound, clock, retentionClock, log })
  opened.add(() => sender.close())
  const pipeline = await runPipeline(config, { journal, live, log, sender })
  opened.add(() => pipeline.close())
  const lanes = new LaneWatch({ database, journal })
  opened.add(() => lanes.close())
  const { mailSender, ...outside } = openOutside(config, { database, key, clock, log }, opened)
  const { mailer } = outside
  const upkeep = runUpkeep(config, { database, journal, live, mailer, retentionClock, clock, log })
  opened.add(() => upkeep.close())
  const { dataDir, databaseUrl, artifactsDir } = config
  const symbols = openSymbols({ dataDir, databaseUrl, artifactsDir }, log)
  opened.add(() => symbols.close())
  const scrubber = new TextScrubber()
  opened.add(() => scrubber.close())
  const onUncounted = (err: unknown): void =>
    log.warn({ err }, 'the counts of dropped items could not be written; retrying')
  const drops = new DropCounts({ database, clock, onError: onUncounted })
  opened.add(() => drops.close())
  const setupToken = randomBytes(SETUP_TOKEN_BYTES).toString('base64url')
  const server = await createServer(
    serverParts(config, {
      ...{ database, journal, pipeline, lanes, live, passwords, retentionClock, clock },
      ...{ outside: { ...outside, outbound }, sender, scrubber, drops, symbols, key, setupToken, log },
    }),
  )
  opened.add(() => server.close())
  const isNew = await needsSetup({ database })
  // Last: it can be found healthy and ended from here on, and the caller hears signals once this has returned.
  const url = await listen(server, config)
  for (const one of [sender, mailSender]) one.start(config.baseUrl ?? url)
  const setupUrl = isNew ? setupLink(config.baseUrl ?? url, setupToken) : null
  return { url, setupUrl, failed: failed.promise, close: () => opened.close() }
}
