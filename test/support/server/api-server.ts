import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createOrganization, type OrganizationRequest } from '#actions/accounts/create-organization.ts'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import type { Role } from '#contract/vocabulary.ts'
import { SessionRates } from '#http/auth/session/rates.ts'
import { RateWindows } from '#http/auth/token/rate-windows.ts'
import { LiveStreams } from '#http/live/live-streams.ts'
import { BodyRoom } from '#http/server/body-room.ts'
import { createServer, type ServerParts } from '#http/server/server.ts'
import { registerTools } from '#http/tools/register-tools.ts'
import { RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import type { JournalWriter } from '#journal/journal.ts'
import { openJournalWriter } from '#journal/open-journal.ts'
import { KeptEvents } from '#pipeline/prepare/process-kept.ts'
import { BackgroundTasks } from '#platform/background.ts'
import { readConfig } from '#platform/config/config.ts'
import { InstallationKey } from '#platform/installation-key.ts'
import { createLog } from '#platform/log.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import type { OidcSettings } from '#platform/oidc/oidc-settings.ts'
import { OidcProvider } from '#platform/oidc/provider.ts'
import { OutboundGuard } from '#platform/outbound/target.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { installationSecret } from '#storage/upkeep/installation-secret.ts'
import { ApiClient } from '../client/api-client.ts'
import { ENGINES, type Engine } from '../database/engines.ts'
import { NO_SOURCE_MAPS } from '../symbols/no-source-maps.ts'
import { prepareFolder } from './prepared-folder.ts'
import { RequestsAtOnce } from './requests-at-once.ts'

export const SETUP_TOKEN = 'the-token-of-the-log'
export const PASSWORD = 'a phrase of some length'

/** For accounts that tests make: theirs is always the same password. */
class HashedOnce extends PasswordHasher {
  readonly #hashes = new Map<string, Promise<string>>()

  override hash(password: string): Promise<string> {
    const hash = this.#hashes.get(password) ?? super.hash(password)
    this.#hashes.set(password, hash)
    return hash
  }
}
const HASHED_ONCE = new HashedOnce()

/** Of projects that set none. */
export const HOURLY_CAP = 5000

export interface ApiServerOptions {
  /** Default: SQLite. */
  engine?: Engine
  baseUrl?: string
  trustProxy?: boolean
  webDir?: string
  /** Takes the mails; default: no mail server is set. */
  mailer?: { send(mail: Mail): Promise<void> }
  /** Signs members in; it needs `baseUrl`. */
  oidc?: OidcSettings
}

/** A member whom a test signs in. */
export interface TestUser {
  email: string
  orgId: number
  userId: string
}

/** The API over a real socket and a real database, with a clock that the test moves. */
export class ApiServer {
  readonly database: Database
  readonly passwords = new PasswordHasher()
  readonly revokedKeys: string[] = []
  readonly artifactsDir: string
  readonly releaseFiles: ReleaseFileStore
  readonly live = new LiveUpdates()
  readonly refusals = new RefusedAttempts()
  /** What no answer waits for; failures are in `backgroundErrors`. */
  readonly background = new BackgroundTasks((what, error) => this.backgroundErrors.push({ what, error }))
  readonly backgroundErrors: { what: string; error: unknown }[] = []
  /** Added to the machine's time, ms. */
  clockAhead = 0
  /** The present time, epoch ms, where the clock stands still. */
  stoppedAt: number | null = null
  /** Everything logged so far. */
  log = ''
  /** Origin without a trailing slash. */
  url = ''
  #atOnce: RequestsAtOnce | null = null
  readonly #keptEvents = new KeptEvents()
  #fastify: FastifyInstance | null = null
  #journal: JournalWriter | null = null
  readonly #dataDir: string

  constructor(database: Database, dataDir: string) {
    this.database = database
    this.#dataDir = dataDir
    this.artifactsDir = join(dataDir, 'artifacts')
    const { artifactsDir, clock } = this
    const { releaseFiles: limits } = readConfig({})
    this.releaseFiles = new ReleaseFileStore({ database, artifactsDir, limits, clock })
  }

  readonly clock = (): number => this.stoppedAt ?? Date.now() + this.clockAhead

  /** Starts listening on 127.0.0.1. */
  async listen(options: ApiServerOptions): Promise<void> {
    const write = (line: string): void => {
      this.log += line
    }
    const { database, live, clock, passwords, background, refusals } = this
    this.#journal = await openJournalWriter({ dataDir: this.#dataDir, databaseUrl: null, clock })
    const api: ServerParts['api'] = {
      config: {
        baseUrl: options.baseUrl ?? null,
        connectionsPerClient: 0,
        trustedProxies: options.trustProxy ? 1 : 0,
        ingestHourlyCap: HOURLY_CAP,
        spikeEventsPerMinute: 100,
        retentionDays: 90,
        sessionRequestsPerMinute: 0,
      },
      database,
      journal: this.#journal,
      clock,
      passwords,
      key: new InstallationKey(await installationSecret(database.queries)),
      provider: options.oidc ? new OidcProvider(options.oidc, { origin: options.baseUrl!, clock }) : null,
      mailer: options.mailer ?? null,
      outbound: new OutboundGuard({ allowPrivate: false }),
      background,
      rateWindows: new RateWindows(clock),
      sessionRates: new SessionRates(clock),
      bodies: new BodyRoom(),
      refusals,
      live,
      streams: new LiveStreams({ live, database, clock, onCheckFailed: () => {} }),
      symbols: NO_SOURCE_MAPS,
      processKept: (event) => this.#keptEvents.process(event),
      setupToken: SETUP_TOKEN,
      onDeliveryQueued: () => {},
      onDsnKeyChanged: (publicKey) => this.revokedKeys.push(publicKey),
    }
    this.#fastify = await createServer({
      log: createLog('debug', { write }),
      api,
      ingest: null,
      metrics: null,
      readiness: {
        storage: {
          check: async () => {
            await this.database.queries.selectFrom('org').select('id').execute()
            return null
          },
          remedy: 'Look into the log.',
        },
      },
      webDir: options.webDir ?? join(this.#dataDir, 'no-web'),
    })
    const { releaseFiles } = this
    await this.#fastify.register((scope) => registerTools(scope, { api, releaseFiles }))
    this.#atOnce = new RequestsAtOnce(this.#fastify.server)
    this.url = await this.#fastify.listen({ host: '127.0.0.1', port: 0 })
  }

  get atOnce(): RequestsAtOnce {
    if (!this.#atOnce) throw new Error('The server does not listen.')
    return this.#atOnce
  }

  /** A new organization and its Owner, whose password is `PASSWORD`. */
  async newOwner(request: Partial<OrganizationRequest> = {}): Promise<TestUser> {
    const email = request.email ?? `${randomUUID()}@example.com`
    const deps = { database: this.database, passwords: HASHED_ONCE, clock: this.clock }
    const made = await createOrganization(deps, {
      organization: 'Test',
      password: PASSWORD,
      ...request,
      email,
    })
    return { email, orgId: made.orgId, userId: made.userId }
  }

  /** One more member of an organization, whose password is `PASSWORD`. */
  async newMember(orgId: number, role: Role): Promise<TestUser> {
    const email = `${randomUUID()}@example.com`
    const userId = randomUUID()
    const passwordHash = await HASHED_ONCE.hash(PASSWORD)
    await this.database.queries
      .insertInto('app_user')
      .values({ id: userId, email, name: '', password_hash: passwordHash, created_at: this.clock() })
      .execute()
    await this.database.queries
      .insertInto('membership')
      .values({ org_id: orgId, user_id: userId, role, created_at: this.clock() })
      .execute()
    return { email, orgId, userId }
  }

  /** A client signed in as this user. */
  async signIn(user: Pick<TestUser, 'email'>): Promise<ApiClient> {
    const client = new ApiClient(this.url)
    await client.login(user.email, PASSWORD)
    return client
  }

  /** The `Cookie` header of a client signed in as this user, for requests with headers of their own. */
  async cookie(user: Pick<TestUser, 'email'>): Promise<string> {
    const credentials = { email: user.email, password: PASSWORD }
    const { headers } = await new ApiClient(this.url).request('POST', '/api/v1/auth/login', credentials)
    return cookieOf(headers)
  }

  async close(): Promise<void> {
    await this.#fastify?.close()
    await this.background.settled()
    await this.#journal?.close()
    await this.database.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

/** Starts one in a folder of its own. The caller ends it with `close`. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-api-'))
  const databaseUrl = await (options.engine ?? ENGINES[0]!).databaseUrl()
  await prepareFolder(dataDir, 'tables')
  const server = new ApiServer(await openDatabase({ dataDir, databaseUrl }), dataDir)
  await server.listen(options)
  return server
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(headers: Headers | { 'set-cookie'?: string[] | undefined }): string {
  const lines = headers instanceof Headers ? headers.getSetCookie() : (headers['set-cookie'] ?? [])
  const session = lines.filter((line) => /^(__Host-)?Svc\.sid=/.test(line))
  return session.map((line) => line.split(';')[0]).join('; ')
}
