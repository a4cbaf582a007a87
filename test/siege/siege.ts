import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrganization } from '#actions/accounts/create-organization.ts'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { openDatabase } from '#storage/engine/database.ts'
import { ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { seedCostlyIssues } from '../support/cost/costly-issues.ts'
import { seedProject } from '../support/database/seed.ts'
import { OWNER, Service } from '../support/server/service.ts'
import type { Attack, SiegeWorld, Tally } from './attack.ts'
import { PoliteClient, type Served } from './client.ts'

export interface SiegeOptions {
  /** `postgres://…`; null: embedded. */
  databaseUrl: string | null
  /** How long each attack is played, ms. */
  attackMs: number
  /** Issues of the attacker's own organization, made to be dear to search. */
  costlyIssues: number
}

/** How an attack went. */
export interface Outcome {
  attack: Attack | null
  served: Served
  /** Of the client's accepted events. */
  stored: number
  answers: Tally
  /** Highest resident size of the service meanwhile, MB; 0 if it cannot be told. */
  rssMb: number
  /** What was not as it should be, one sentence each. */
  misses: string[]
}

const ATTACKER = { email: 'attacker@example.net', password: 'a phrase of some length' }
/** The web key's own; what it has used up is gone for the client's project as well, whose cap is far above. */
const WEB_KEY_CAP = 100
const SETTINGS = { SVC_INGEST_HOURLY_CAP: '1000000', SVC_SPIKE_EVENTS_PER_MINUTE: '1000000' }
const BOUNDS = { apiP95Ms: 500, healthMs: 3_000, rssMb: 1_024 }
/** The client's last events may lie behind the attack's in the queue. */
const STORED_DEADLINE_MS = 45_000
const RSS_EVERY_MS = 250

/** A service with two organizations, of which one attacks while the other's client goes on as always. */
export class Siege {
  readonly #options: SiegeOptions
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'errata-siege-'))
  readonly #service: Service
  #attackerProject: Project | null = null
  #token = ''
  #played = 0
  /** What a machine that is busy otherwise adds to the client's reads, ms. */
  allowanceMs = 0

  constructor(options: SiegeOptions) {
    this.#options = options
    this.#service = new Service({ dataDir: this.#dataDir, databaseUrl: options.databaseUrl, env: SETTINGS })
  }

  async start(): Promise<void> {
    await this.#seedOrganizations()
    await this.#service.start()
    const attacker = await this.#signInAttacker()
    this.#attackerProject = await attacker.createProject('siege')
    const made = await attacker.request<{ token: { token: string } }>('POST', '/api/v1/agent-tokens', {
      label: 'reader',
      scopes: ['read:agent'],
    })
    this.#token = made.body.token.token
  }

  /** Plays one attack (null: nothing happens) beside the client, and judges how that was served. */
  async play(attack: Attack | null): Promise<Outcome> {
    await this.#untilCalm()
    const client = await signedIn(this.#service.url)
    const world = await this.#world(client)
    const polite = new PoliteClient(client, world.clientProject, ++this.#played)
    const stop = new AbortController()
    const rss = this.#watchRss(stop.signal)
    const [served, answers] = await Promise.all([
      polite.live(stop.signal),
      attack?.play(world, stop.signal) ?? new Map(),
      sleep(this.#options.attackMs).then(() => stop.abort()),
    ])
    const stored = await untilStored(polite, served.accepted)
    const outcome = { attack, served, answers, stored, rssMb: await rss }
    return { ...outcome, misses: missesOf(outcome, BOUNDS.apiP95Ms + this.allowanceMs) }
  }

  async end(): Promise<void> {
    await this.#service.killHard()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #seedOrganizations(): Promise<void> {
    const { databaseUrl, costlyIssues } = this.#options
    const database = await openDatabase({ dataDir: this.#dataDir, databaseUrl })
    try {
      const deps = { database, passwords: new PasswordHasher(), clock: Date.now }
      await createOrganization(deps, { organization: 'Client', ...OWNER })
      const attacker = await createOrganization(deps, { organization: 'Attacker', ...ATTACKER })
      const project = await seedProject(database, attacker, 'costly')
      const size = { count: costlyIssues, emailsPerIssue: 1, textChars: 500, now: Date.now() }
      await seedCostlyIssues(database, project, size)
    } finally {
      await database.close()
    }
  }

  async #signInAttacker(): Promise<ApiClient> {
    const client = new ApiClient(this.#service.url)
    await client.login(ATTACKER.email, ATTACKER.password)
    return client
  }

  /** The client has a project of its own in every attack, so that each is judged by its own events. */
  async #world(client: ApiClient): Promise<SiegeWorld> {
    const clientProject = await client.createProject(`shop ${this.#played}`)
    const path = `/api/v1/projects/${clientProject.id}/dsn-keys`
    const key = await client.request<{ public_key: string }>('POST', path, {
      label: 'web',
      hourly_cap: WEB_KEY_CAP,
    })
    return {
      url: this.#service.url,
      attacker: { client: await this.#signInAttacker(), project: this.#attackerProject!, token: this.#token },
      webKey: key.body.public_key,
      clientProject,
    }
  }

  /** After a service that is still busy with the attack before comes a new one on the same data. */
  async #untilCalm(): Promise<void> {
    const isCalm = async (): Promise<boolean> => {
      try {
        const answer = await fetch(`${this.#service.url}/healthz`, { signal: AbortSignal.timeout(1_000) })
        return answer.ok
      } catch {
        return false
      }
    }
    for (let tries = 0; tries < 5; tries++) if (await isCalm()) return
    await this.#service.killHard()
    await this.#service.start()
  }

  async #watchRss(stop: AbortSignal): Promise<number> {
    let highest = 0
    while (!stop.aborted) {
      highest = Math.max(highest, residentMb(this.#service.pid))
      await sleep(RSS_EVERY_MS)
    }
    return highest
  }
}

async function untilStored(polite: PoliteClient, accepted: number): Promise<number> {
  const deadline = Date.now() + STORED_DEADLINE_MS
  for (;;) {
    const stored = await polite.stored(accepted).catch(() => 0)
    if (stored >= accepted || Date.now() > deadline) return stored
    await sleep(250)
  }
}

/** Linux only; 0 elsewhere. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** The value that so great a share of sorted values does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}

function missesOf({ served, stored, rssMb }: Omit<Outcome, 'misses' | 'attack'>, apiP95Ms: number): string[] {
  const { sent, accepted, refusals, api, healthMs } = served
  const p95 = percentile(api, 0.95)
  const misses: string[] = []
  if (accepted < sent) misses.push(`${sent - accepted} of ${sent} events not accepted (${namesOf(refusals)})`)
  if (stored < accepted) misses.push(`${accepted - stored} accepted events not stored in time`)
  if (p95 >= apiP95Ms) misses.push(`API p95 ${Math.round(p95)} ms`)
  if (healthMs >= BOUNDS.healthMs) misses.push(`/healthz silent for ${Math.round(healthMs)} ms`)
  if (rssMb >= BOUNDS.rssMb) misses.push(`${rssMb} MB resident`)
  return misses
}

/** Statuses and how often each came, e.g. `503 × 12`. */
export function namesOf(tally: ReadonlyMap<number, number>): string {
  const named = [...tally]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'none'} × ${count}`)
  return named.join(', ') || '-'
}
