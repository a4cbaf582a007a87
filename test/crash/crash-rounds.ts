import { setTimeout as sleep } from 'node:timers/promises'
import { withSnapshot } from '#storage/snapshot.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { type Project, sdkEnvelopePath, signedIn } from '../support/api-client.ts'
import { sampleEvents } from '../support/events.ts'
import { Ledger } from '../support/ledger.ts'
import type { LoadTarget } from '../support/load-connection.ts'
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts'
import { Service } from '../support/service.ts'
import { CrashLoad, type CrashLoadCounts } from './crash-load.ts'
import { type Comparison, type Totals, verifyEvents, verifySums } from './verify-ledger.ts'

/** A database server of our own that can be killed under the service. */
export interface KillableDatabase {
  /** SIGKILL to the server's first process; resolves when all of it is gone. */
  killHard(): Promise<void>
  restart(): Promise<void>
}

export interface CrashOptions {
  rounds: number
  seed: number
  /** `postgres://…`; null: embedded. */
  databaseUrl: string | null
  /** Killed instead of the service. */
  database?: KillableDatabase
  /** Told what happens, one line at a time. */
  log: (line: string) => void
}

export interface CrashSummary {
  violations: string[]
  accepted: number
  totals: Totals
  load: CrashLoadCounts
}

const CONNECTIONS = 16
const ISSUES = 20
/** About what the load gets through between two kills. */
const EVENTS_PER_ROUND = 500
const KILL_AFTER_MS = { min: 50, max: 750 }
/** Few enough for the spike valve to close under this load, so that counted-only events are covered too. */
const SPIKE_EVENTS_PER_MINUTE = 20
const UNLIMITED = '1000000000'

/**
 * Kills the service (or its database) `rounds` times at random moments under load and starts it again on the
 * same folder. Half of the rounds are checked before the next kill; the others go straight on, so that
 * recovery itself is interrupted as well. At the end every stored event is compared with the ledger, and every
 * number with the rows it is made of.
 */
export async function runCrashRounds(options: CrashOptions): Promise<CrashSummary> {
  const random = seededRandom(options.seed)
  const env = {
    SVC_INGEST_HOURLY_CAP: UNLIMITED,
    SVC_SPIKE_EVENTS_PER_MINUTE: String(SPIKE_EVENTS_PER_MINUTE),
  }
  const service = new Service({ databaseUrl: options.databaseUrl, env })
  try {
    await service.start()
    const project = await (await signedIn(service.url)).createProject('crash')
    const run = new CrashRun({ options, random, service, project })
    return await run.all()
  } finally {
    await service.remove()
  }
}

interface CrashRunParts {
  options: CrashOptions
  random: SeededRandom
  service: Service
  project: Project
}

class CrashRun {
  readonly #parts: CrashRunParts
  readonly #ledger = new Ledger()
  readonly #load: CrashLoad
  readonly #violations: string[] = []
  #target: LoadTarget | null

  constructor(parts: CrashRunParts) {
    this.#parts = parts
    this.#target = this.#currentTarget()
    this.#load = new CrashLoad({
      ledger: this.#ledger,
      nextEvent: sampleEvents({ seed: parts.options.seed, issues: ISSUES }),
      preparedEvents: parts.options.rounds * EVENTS_PER_ROUND,
      random: parts.random,
      connections: CONNECTIONS,
      target: () => this.#target,
    })
  }

  async all(): Promise<CrashSummary> {
    const { options, random, service } = this.#parts
    this.#load.start()
    for (let round = 1; round <= options.rounds; round++) {
      const after = random.int(KILL_AFTER_MS.min, KILL_AFTER_MS.max)
      await sleep(after)
      if (options.database) await this.#killDatabase(options.database)
      else await this.#killService()
      const check = round === options.rounds || random.next() < 0.5
      const intact = check && (await this.#check())
      options.log(
        `round ${round}: killed after ${after} ms, ${this.#ledger.size} accepted so far${intact ? ', sums equal' : ''}`,
      )
      if (this.#violations.length > 0) break
      if (check && round < options.rounds) this.#load.start()
    }
    await this.#load.settle()
    const events = await verifyEvents(await this.#comparison())
    const exitCode = await service.stop()
    return {
      violations: [
        ...this.#violations,
        ...events.violations,
        ...(await this.#verifyRows()),
        ...(exitCode === 0 ? [] : [`the service ended with ${exitCode} after SIGTERM\n${service.stderr}`]),
      ],
      accepted: this.#ledger.size,
      totals: events.totals,
      load: this.#load.counts,
    }
  }

  /** What `errata verify` finds in the data that is left. */
  async #verifyRows(): Promise<string[]> {
    const { service, options } = this.#parts
    const place = { dataDir: service.dataDir, databaseUrl: options.databaseUrl }
    const { differences } = await withSnapshot(place, verifyDatabase)
    return differences.map(({ subject, message }) => `${subject}: ${message}`)
  }

  async #killService(): Promise<void> {
    const { service, random } = this.#parts
    this.#target = null
    await service.killHard()
    if (random.next() < 0.25) {
      const starting = service.start().catch(() => undefined)
      await sleep(random.int(20, 400))
      await service.killHard()
      await starting
    }
    await service.start()
    this.#target = this.#currentTarget()
  }

  /** The service stays up and has to answer 503 until its database is back. */
  async #killDatabase(database: KillableDatabase): Promise<void> {
    await database.killHard()
    await sleep(this.#parts.random.int(50, 500))
    await database.restart()
  }

  async #check(): Promise<boolean> {
    await this.#load.settle()
    const found = await verifySums(await this.#comparison())
    this.#violations.push(...this.#load.violations.splice(0), ...found)
    return this.#violations.length === 0
  }

  async #comparison(): Promise<Comparison> {
    const client = await signedIn(this.#parts.service.url)
    return { client, projectId: this.#parts.project.id, ledger: this.#ledger }
  }

  #currentTarget(): LoadTarget {
    const { hostname, port } = new URL(this.#parts.service.url)
    return { host: hostname, port: Number(port), path: sdkEnvelopePath(this.#parts.project) }
  }
}
