import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { LiveStreams } from '#http/api/live-streams.ts'
import type { ApiServices } from '#http/api-services.ts'
import { createFirstOwner } from '#http/auth/create-organization.ts'
import { PasswordHasher } from '#http/auth/password-hasher.ts'
import { passwordProblem } from '#http/auth/password-rule.ts'
import { RateWindows } from '#http/auth/rate-windows.ts'
import { setupLink } from '#http/auth/setup.ts'
import { createServer } from '#http/server.ts'
import { prepareArtifacts } from '#ingest/artifact-store.ts'
import { DsnAuthenticator } from '#ingest/authenticate-dsn.ts'
import { RefusedAttempts } from '#ingest/refused-attempts.ts'
import { ReleaseFileStore } from '#ingest/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { type Pipeline, startPipeline } from '#pipeline/start-pipeline.ts'
import { BackgroundTasks } from '#platform/background.ts'
import { steadyClock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { Mailer } from '#platform/mailer.ts'
import { hasUsers } from '#storage/credentials.ts'
import { lockDataFolder } from '#storage/data-folder-lock.ts'
import { type Database, openDatabase, QUERY_TIMEOUT_MS } from '#storage/database.ts'
import { LiveUpdates } from '#triage/live-updates.ts'
import { publishBatch } from '#triage/publish-batch.ts'
import { startUpkeep, type Upkeep } from '#triage/upkeep.ts'

/** The running service. */
export interface App {
  /** Origin it listens on. */
  url: string
  /** Where the first user is made; null once there is one. */
  setupUrl: string | null
  /** Resolves when it cannot go on, which is logged: end the process, a new one loses nothing. */
  failed: Promise<Error>
  /** Stops taking requests, finishes those in hand, and closes everything. */
  close(): Promise<void>
}

const WEB_DIR = resolve(import.meta.dirname, '../web/dist')
const SETUP_TOKEN_BYTES = 24
const NO_ROW_SECURITY =
  'PostgreSQL does not keep organizations apart by itself: the user of SVC_DATABASE_URL is above row-level ' +
  'security and may not use the roles errata_tenant and errata_service. Let an administrator make them and grant ' +
  'both to that user.'
const DEAD_LETTERS =
  'events could not be processed: they are counted, and kept in dead_letter with the reason'
/** A pipeline silent for longer is not ready; it says something at least every quarter of a second. */
const SILENCE_MS = 15_000

/** What has been opened so far, in order, so that it can be closed in the opposite one. */
class Opened {
  readonly #closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close()
  }
}

/** Builds the service from its settings and starts it. Nothing stays open when it fails. */
export async function startApp(config: Config): Promise<App> {
  const opened = new Opened()
  try {
    return await start(config, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function start(config: Config, opened: Opened): Promise<App> {
  const log = createLog(config.logLevel)
  const failed = Promise.withResolvers<Error>()
  const onThreadEnded = (error: Error): void => {
    log.fatal({ err: error }, 'a storage thread ended; the service ends too and has to be started again')
    failed.resolve(error)
  }
  const { dataDir, databaseUrl } = config
  if (databaseUrl === null) opened.add(lockDataFolder(dataDir))
  prepareArtifacts(config.artifactsDir)
  const queryTimeoutMs = QUERY_TIMEOUT_MS
  const database = await openDatabase({ dataDir, databaseUrl, onThreadEnded, queryTimeoutMs })
  opened.add(() => database.close())
  if (database.hasRowSecurity === false) log.warn(NO_ROW_SECURITY)
  const journal = await openJournalWriter({ dataDir, databaseUrl, onThreadEnded })
  opened.add(() => journal.close())
  await requireContinuity(config, database)
  const passwords = new PasswordHasher()
  await createConfiguredOwner(config, { database, passwords, log })
  const live = new LiveUpdates()
  const pipeline = await runPipeline(config, { journal, live, log })
  opened.add(() => pipeline.close())
  const upkeep = runUpkeep(config, { database, live, log })
  opened.add(() => upkeep.close())
  const outside = openOutside(config, opened, log)
  const setupToken = randomBytes(SETUP_TOKEN_BYTES).toString('base64url')
  const server = await createServer(
    serverParts(config, { database, journal, pipeline, live, passwords, outside, setupToken, log }),
  )
  opened.add(() => server.close())
  const url = await listen(server, config)
  const setupUrl = (await hasUsers(database.queries)) ? null : setupLink(config.baseUrl ?? url, setupToken)
  return { url, setupUrl, failed: failed.promise, close: () => opened.close() }
}

async function requireContinuity(config: Config, database: Database): Promise<void> {
  const reader = await openJournalReader({ dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  try {
    await checkContinuity(database, reader, systemClock())
  } finally {
    await reader.close()
  }
}

async function createConfiguredOwner(
  config: Config,
  parts: { database: Database; passwords: PasswordHasher; log: Logger },
): Promise<void> {
  const { owner } = config
  if (!owner) return
  const { email, password, orgName } = owner
  const deps = { ...parts, clock: systemClock }
  const made = await createFirstOwner(deps, { organization: orgName, email, password })
  const problem = made && passwordProblem(password)
  if (problem) parts.log.warn(`SVC_OWNER_PASSWORD is weak: ${problem}`)
}

async function runPipeline(
  config: Config,
  { journal, live, log }: { journal: JournalWriter; live: LiveUpdates; log: Logger },
): Promise<Pipeline> {
  const { dataDir, databaseUrl, maxBodyBytes, retentionDays, newIssuesPerHour } = config
  const pipeline = await startPipeline(
    { dataDir, databaseUrl, maxBodyBytes, retentionDays, newIssuesPerHour },
    {
      onProgress: (lane, offset, { changes, deadLetters }) => {
        if (deadLetters > 0) log.warn({ lane, dead_letters: deadLetters }, DEAD_LETTERS)
        publishBatch(live, changes)
        journal.trim(lane, offset).catch((error) => log.warn({ err: error }, 'the journal was not trimmed'))
      },
      onTrouble: (message) => log.error({ reason: message }, 'pipeline trouble; it tries again'),
    },
  )
  journal.onCommitted((lane) => pipeline.wake(lane))
  return pipeline
}

function runUpkeep(
  { retentionDays }: Config,
  { database, live, log }: { database: Database; live: LiveUpdates; log: Logger },
): Upkeep {
  return startUpkeep({
    database,
    live,
    clock: systemClock,
    retentionDays,
    onError: (error, task) => log.warn({ err: error, task }, 'upkeep failed; it tries again'),
  })
}

/** What requests leave to be done after their answer, mails above all. */
function openOutside(
  { smtp }: Config,
  opened: Opened,
  log: Logger,
): Pick<ApiServices, 'mailer' | 'background'> {
  const mailer = smtp && new Mailer(smtp)
  const background = new BackgroundTasks((what, err) => log.error({ err }, `failed ${what}`))
  opened.add(async () => {
    mailer?.close()
    await background.settled()
  })
  return { mailer, background }
}

interface Parts {
  database: Database
  journal: JournalWriter
  pipeline: Pipeline
  live: LiveUpdates
  passwords: PasswordHasher
  outside: Pick<ApiServices, 'mailer' | 'background'>
  setupToken: string
  log: Logger
}

function serverParts(config: Config, parts: Parts) {
  const { database, journal, pipeline, live, passwords, outside, setupToken, log } = parts
  const clock = systemClock
  const authenticator = new DsnAuthenticator({
    database,
    onError: (error) => log.warn({ err: error }, 'the use of a DSN key was not noted'),
    clock,
  })
  const releaseFiles = new ReleaseFileStore({ database, artifactsDir: config.artifactsDir, clock })
  const streams = new LiveStreams({ live, database, clock })
  const shared = { config, database, journal, clock, releaseFiles, live, refusals: new RefusedAttempts() }
  const onDsnKeyChanged = (publicKey: string): void => authenticator.forget(publicKey)
  return {
    log,
    webDir: WEB_DIR,
    api: {
      ...shared,
      ...outside,
      passwords,
      rateWindows: new RateWindows(steadyClock),
      streams,
      setupToken,
      onDsnKeyChanged,
    },
    ingest: { ...shared, authenticator, log },
    readiness: {
      storage: async () => void (await hasUsers(database.queries)),
      journal: async () => {
        const { refusal } = await journal.stats()
        if (refusal !== null) throw new Error(refusal)
      },
      pipeline: async () => {
        if (pipeline.silentForMs() > SILENCE_MS) throw new Error('the pipeline is silent')
      },
    },
  }
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} on ${host} is in use. Stop what listens there, or set SVC_PORT to another one.`,
      )
    }
    if (code === 'EACCES')
      throw new Error(`Port ${port} needs rights this user lacks. Set SVC_PORT above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new Error(`${host} is no address of this machine. Set SVC_HOST to one, or to 0.0.0.0 for all.`)
    throw error
  }
}
