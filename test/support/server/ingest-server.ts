import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { registerIngest } from '#http/ingest/register-ingest.ts'
import { DsnAuthenticator } from '#ingest/admission/authenticate-dsn.ts'
import { RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import { DropCounts } from '#ingest/drops/drop-counts.ts'
import { FeedbackIntake } from '#ingest/feedback/feedback.ts'
import { TextScrubber } from '#ingest/feedback/text-scrubber.ts'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import type { JournalReader, JournalRecord, JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { readConfig } from '#platform/config/config.ts'
import type { ReleaseFileLimits } from '#platform/config/release-file-limits.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { ENGINES, type Engine } from '../database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../database/seed.ts'
import { prepareFolder } from './prepared-folder.ts'
import { RequestsAtOnce } from './requests-at-once.ts'

export interface IngestServerOptions {
  /** Default: SQLite. */
  engine?: Engine
  maxBodyBytes?: number
  ingestHourlyCap?: number
  spikeEventsPerMinute?: number
  feedbackHourlyCap?: number
  /** Default: those of a service without settings. */
  releaseFiles?: Partial<ReleaseFileLimits>
  /** Default: the machine's. */
  clock?: () => number
}

/** A DSN key as its owner knows it. */
export interface TestKey {
  publicKey: string
  secret: string
  project: SeedProject
}

/** The ingest routes over a real socket, with a real journal and a real database in a folder of their own. */
export class IngestServer {
  readonly dataDir: string
  readonly artifactsDir: string
  readonly fastify: FastifyInstance
  readonly journal: JournalWriter
  readonly database: Database
  readonly authenticator: DsnAuthenticator
  readonly atOnce: RequestsAtOnce
  readonly #reader: JournalReader
  readonly #scrubber: TextScrubber
  readonly #drops: DropCounts
  /** Origin without a trailing slash. */
  url = ''

  constructor(
    parts: Pick<
      IngestServer,
      'dataDir' | 'artifactsDir' | 'fastify' | 'journal' | 'database' | 'authenticator'
    > & { reader: JournalReader; scrubber: TextScrubber; drops: DropCounts },
  ) {
    this.dataDir = parts.dataDir
    this.artifactsDir = parts.artifactsDir
    this.fastify = parts.fastify
    this.journal = parts.journal
    this.database = parts.database
    this.authenticator = parts.authenticator
    this.atOnce = new RequestsAtOnce(parts.fastify.server)
    this.#reader = parts.reader
    this.#scrubber = parts.scrubber
    this.#drops = parts.drops
  }

  get port(): number {
    return (this.fastify.server.address() as AddressInfo).port
  }

  /** A new project of a new organization, with a key. */
  async newKey(columns: { ingestHourlyCap?: number } = {}): Promise<TestKey> {
    const org = await seedOrg(this.database, 'Test')
    const project = await seedProject(this.database, org, randomBytes(6).toString('hex'))
    if (columns.ingestHourlyCap !== undefined) {
      await this.database.queries
        .updateTable('project')
        .set({ ingest_hourly_cap: columns.ingestHourlyCap })
        .where('id', '=', project.projectId)
        .execute()
    }
    return this.addKey(project)
  }

  /** One more key of a project. */
  async addKey(project: SeedProject): Promise<TestKey> {
    const publicKey = randomBytes(16).toString('hex')
    const secret = randomBytes(16).toString('hex')
    await this.database.queries
      .insertInto('dsn_key')
      .values({
        id: crypto.randomUUID(),
        org_id: project.orgId,
        project_id: project.projectId,
        label: 'test',
        public_key: publicKey,
        secret_hash: hash('sha256', secret, 'buffer'),
        created_at: Date.now(),
      })
      .execute()
    return { publicKey, secret, project }
  }

  async revoke(key: TestKey): Promise<void> {
    await this.database.queries
      .updateTable('dsn_key')
      .set({ revoked_at: Date.now() })
      .where('public_key', '=', key.publicKey)
      .execute()
    this.authenticator.forget(key.publicKey)
  }

  /** Everything that the journal holds for a project, oldest first. */
  async records(project: SeedProject): Promise<JournalRecord[]> {
    const lanes = await this.#reader.positions()
    const most = { maxRecords: 100_000, maxBytes: 1 << 30 }
    const all = await Promise.all(lanes.map(({ lane }) => this.#reader.read(lane, 0, most)))
    return all.flat().filter((record) => record.projectId === project.projectId)
  }

  async close(): Promise<void> {
    await this.fastify.close()
    await this.#scrubber.close()
    await this.#drops.close()
    await this.journal.close()
    await this.#reader.close()
    await this.database.close()
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** Starts one on 127.0.0.1, a free port. The caller ends it with `close`. */
export async function startIngestServer(options: IngestServerOptions = {}): Promise<IngestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-ingest-'))
  const artifactsDir = join(dataDir, 'artifacts')
  const databaseUrl = await (options.engine ?? ENGINES[0]!).databaseUrl()
  await prepareFolder(dataDir, 'tables')
  const database = await openDatabase({ dataDir, databaseUrl })
  const journal = await openJournalWriter({ dataDir, databaseUrl })
  const reader = await openJournalReader({ dataDir, databaseUrl })
  const authenticator = new DsnAuthenticator({ database, clock: Date.now, onError: () => {} })
  const fastify = Fastify({ routerOptions: { maxParamLength: 1024 } })
  const scrubber = new TextScrubber()
  const drops = new DropCounts({ database, clock: Date.now, onError: (error) => fastify.log.error(error) })
  const { clock = Date.now, feedbackHourlyCap = 1_000_000 } = options
  const limits = { ...readConfig({}).releaseFiles, ...options.releaseFiles }
  registerIngest(fastify, {
    journal,
    authenticator,
    database,
    feedback: new FeedbackIntake({ journal, database, scrubber, clock, hourlyCap: feedbackHourlyCap }),
    releaseFiles: new ReleaseFileStore({ database, artifactsDir, limits, clock }),
    refusals: new RefusedAttempts(),
    drops,
    live: new LiveUpdates(),
    config: {
      maxBodyBytes: options.maxBodyBytes ?? 2 * 1024 * 1024,
      ingestHourlyCap: options.ingestHourlyCap ?? 1_000_000,
      spikeEventsPerMinute: options.spikeEventsPerMinute ?? 100,
    },
    clock: Date.now,
    log: fastify.log,
  })
  const parts = { dataDir, artifactsDir, fastify, journal, database, authenticator, reader, scrubber, drops }
  const server = new IngestServer(parts)
  server.url = await fastify.listen({ host: '127.0.0.1', port: 0 })
  return server
}
