import { setTimeout as sleep } from 'node:timers/promises'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { type Project, signedIn } from '../support/client/api-client.ts'
import { DatabaseClock } from '../support/database/database-clock.ts'
import { obstructStorage } from '../support/database/storage-obstacle.ts'
import { type SeededRandom, seededRandom } from '../support/fuzz/seeded-random.ts'
import { Ledger } from '../support/pipeline/ledger.ts'
import { sampleEvents } from '../support/sample/events.ts'
import { CrashLoad, type CrashLoadCounts } from './crash-load.ts'
import { CrashNodes } from './crash-nodes.ts'
import { TransitionLedger } from './transition-ledger.ts'
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
  /** Nodes on one PostgreSQL, of which one at random is killed; default 1. */
  nodes?: number
  /** In every third round storage refuses every batch for a while, and in every third clocks are set. */
  faults?: boolean
  /** Told what happens, one line at a time. */
  log: (line: string) => void
}

export interface CrashSummary {
  violations: string[]
  accepted: number
  totals: Totals
  load: CrashLoadCounts
}

/** The nodes that live take events all the time: without rests more than two cores process in a round. */
const REST_WITH_NODES_MS = 100
const CONNECTIONS = 16
/** In lanes of their own, if there are several. */
const PROJECTS = 4
/** Of each project. */
const ISSUES = 20
/** About what the load gets through between two kills. */
const EVENTS_PER_ROUND = 500
const KILL_AFTER_MS = { min: 50, max: 750 }
/** Few enough for the spike valve to close under this load, so that counted-only events are covered too. */
const SPIKE_EVENTS_PER_MINUTE = 20
/** PostgreSQL's clock is set back by up to so much, and forward again. */
const MOST_BACK_MS = 50 * 60_000
const UNLIMITED = '1000000000'

/**
 * Kills the service, one of its nodes, or its database `rounds` times at random moments under load and starts it again
 * on the same folder. Half of the rounds are checked before the next kill; the others go straight on, so that
 * recovery itself is interrupted as well. At the end every stored event is compared with the ledger, and every
 * number with the rows it is made of.
 */
export async function runCrashRounds(options: CrashOptions): Promise<CrashSummary> {
  const { databaseUrl, faults = false } = options
  const random = seededRandom(options.seed)
  const env = {
    SVC_INGEST_HOURLY_CAP: UNLIMITED,
    SVC_SPIKE_EVENTS_PER_MINUTE: String(SPIKE_EVENTS_PER_MINUTE),
    SVC_NEW_ISSUES_PER_HOUR: '0',
    SVC_WEBHOOK_ALLOW_PRIVATE: '1',
  }
  const clock = faults && databaseUrl !== null ? await DatabaseClock.of(databaseUrl) : null
  const nodes = new CrashNodes({ count: options.nodes ?? 1, databaseUrl, random, env })
  let transitions: TransitionLedger | null = null
  try {
    await nodes.start()
    const client = await signedIn(nodes.first.url)
    const projects: Project[] = []
    for (let n = 0; n < PROJECTS; n++) projects.push(await client.createProject(`crash ${n}`))
    // With a clock that was set back, a delivery is due when that clock says so.
    if (!faults) transitions = await TransitionLedger.open(client, projects)
    return await new CrashRun({ options, random, nodes, clock, projects, transitions }).all()
  } finally {
    await transitions?.close()
    await nodes.close()
  }
}

interface CrashRunParts {
  options: CrashOptions
  random: SeededRandom
  nodes: CrashNodes
  /** PostgreSQL's, if it is to be set. */
  clock: DatabaseClock | null
  projects: readonly Project[]
  /** What webhooks are told; null if clocks are set. */
  transitions: TransitionLedger | null
}

class CrashRun {
  readonly #parts: CrashRunParts
  readonly #ledger = new Ledger()
  readonly #load: CrashLoad
  readonly #violations: string[] = []

  constructor(parts: CrashRunParts) {
    this.#parts = parts
    const { options, nodes, projects } = parts
    this.#load = new CrashLoad({
      ledger: this.#ledger,
      nextEvent: sampleEvents({ seed: options.seed, issues: ISSUES }),
      preparedEvents: options.rounds * EVENTS_PER_ROUND,
      random: parts.random,
      connections: CONNECTIONS,
      restMs: options.nodes === undefined || options.nodes === 1 ? 0 : REST_WITH_NODES_MS,
      target: (client) => nodes.target(client, projects[client % projects.length]!),
    })
  }

  async all(): Promise<CrashSummary> {
    const { options, random, nodes } = this.#parts
    this.#load.start()
    for (let round = 1; round <= options.rounds; round++) {
      const what = await this.#disturb(round)
      const check = round === options.rounds || random.next() < 0.5
      const intact = check && (await this.#check())
      options.log(
        `round ${round}: ${what}, ${this.#ledger.size} accepted so far${intact ? ', sums equal' : ''}`,
      )
      if (this.#violations.length > 0) break
      if (check && round < options.rounds) this.#load.start()
    }
    await this.#load.settle()
    const comparison = await this.#comparison()
    const events = await verifyEvents(comparison)
    const untold = (await this.#parts.transitions?.violations(comparison.client)) ?? []
    const endings = await nodes.stop()
    return {
      violations: [
        ...this.#violations,
        ...events.violations,
        ...untold,
        ...(await this.#verifyRows()),
        ...endings,
      ],
      accepted: this.#ledger.size,
      totals: events.totals,
      load: this.#load.counts,
    }
  }

  /** One round of harm; afterwards everything runs again. @returns what was done. */
  async #disturb(round: number): Promise<string> {
    const { options, random, nodes, clock } = this.#parts
    const after = random.int(KILL_AFTER_MS.min, KILL_AFTER_MS.max)
    const isFailing = options.faults === true && round % 3 === 1
    const setsClock = options.faults === true && round % 3 === 2
    const lift = isFailing ? await obstructStorage(this.#place()) : null
    if (setsClock) await clock?.setAhead(-random.int(0, MOST_BACK_MS))
    await sleep(after)
    if (options.database) await this.#killDatabase(options.database)
    else await nodes.killOne(setsClock)
    await lift?.()
    const extra = isFailing ? ', storage failed' : setsClock ? ', clocks set' : ''
    return `killed after ${after} ms${extra}`
  }

  #place() {
    const { nodes, options } = this.#parts
    return { dataDir: nodes.first.dataDir, databaseUrl: options.databaseUrl }
  }

  /** What `errata verify` finds in the data that is left. */
  async #verifyRows(): Promise<string[]> {
    const { differences } = await withSnapshot(this.#place(), verifyDatabase)
    return differences.map(({ subject, message }) => `${subject}: ${message}`)
  }

  /** The service stays up and has to answer 503 until its database is back. */
  async #killDatabase(database: KillableDatabase): Promise<void> {
    await database.killHard()
    await sleep(this.#parts.random.int(50, 500))
    await database.restart()
  }

  async #check(): Promise<boolean> {
    await this.#load.settle()
    await this.#parts.nodes.setClocksRight()
    const comparison = await this.#comparison()
    const found = await verifySums(comparison)
    await this.#parts.transitions?.resolveAll(comparison.client)
    this.#violations.push(...this.#load.violations.splice(0), ...found)
    return this.#violations.length === 0
  }

  async #comparison(): Promise<Comparison> {
    const { nodes, projects } = this.#parts
    const client = await signedIn(nodes.first.url)
    return { client, projectIds: projects.map(({ id }) => id), ledger: this.#ledger }
  }
}
