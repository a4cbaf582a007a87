import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#actions/action-deps.ts'
import type { LiveUpdates } from '#actions/live/live-updates.ts'
import type { ServiceError } from '#contract/errors.ts'
import { RefusedKeyError } from '#ingest/admission/authenticate-dsn.ts'
import { ClientWindows } from '#ingest/admission/client-windows.ts'
import { type NotedProject, namedProject, projectName } from '#ingest/admission/path-project.ts'
import { ReachedCaps } from '#ingest/admission/reached-caps.ts'
import type { RefusedAttempt, RefusedAttempts } from '#ingest/admission/refused-attempts.ts'
import type { DropCounts } from '#ingest/drops/drop-counts.ts'
import type { Clock } from '#platform/clock.ts'
import { refusalStatus } from './ingest-answer.ts'
import type { IngestExchange } from './receive.ts'

export interface RefusalDeps {
  refusals: RefusedAttempts
  drops: Pick<DropCounts, 'count'>
  live: LiveUpdates
  database: Pick<Database, 'queries' | 'serviceScope'>
  config: { ingestHourlyCap: number }
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Projects looked up at once for requests with a key that is not theirs; beyond it those are not noted. */
const MAX_LOOKUPS = 8
const LOOKUPS_PER_MINUTE = { inAll: 600, ofClient: 60 }
const STRANGERS_PER_MINUTE = 30

/** Keeps the refused attempts of each project, tells those who watch it, and raises alerts of reached caps. */
export class RefusalNotes {
  readonly #deps: RefusalDeps
  readonly #caps: ReachedCaps
  readonly #strangers: ClientWindows
  #lookups = 0

  constructor(deps: RefusalDeps) {
    this.#deps = deps
    this.#strangers = new ClientWindows(deps.clock)
    this.#caps = new ReachedCaps({ ...deps, ingestHourlyCap: deps.config.ingestHourlyCap })
  }

  /** For the key's project and, if it differs, the one in the path, where a mistyped key is looked for.
   * Never throws; may finish later. */
  note(exchange: IngestExchange, error: ServiceError): void {
    const attempt = this.#attemptOf(exchange, error)
    const key = exchange.key ?? (error instanceof RefusedKeyError ? error.key : null)
    if (key) this.#keep(key, attempt, true)
    if (key) this.#deps.drops.count(key, `refused:${error.code}`)
    if (key && error.code === 'ingest_cap_exceeded') this.#caps.note(key, error, attempt.at)
    if (key === null || error.code === 'project_mismatch') void this.#noteByPath(exchange, attempt)
  }

  #attemptOf(exchange: IngestExchange, error: ServiceError): RefusedAttempt {
    const { request } = exchange
    return {
      at: this.#deps.clock(),
      status: refusalStatus(exchange, error),
      code: error.code,
      message: error.message,
      path: request.url.split('?', 1)[0]!,
      userAgent: request.headers['user-agent'] ?? '',
    }
  }

  async #noteByPath({ request }: IngestExchange, attempt: RefusedAttempt): Promise<void> {
    const name = projectName(request.params.project)
    if (name === null || this.#lookups >= MAX_LOOKUPS || !this.#mayLookUp(request.ip)) return
    this.#lookups += 1
    try {
      const project = await namedProject(this.#deps.database, name)
      const isNoted = project && this.#isWithin(`project ${project.projectId}`, '', STRANGERS_PER_MINUTE)
      if (isNoted) this.#keep(project, attempt, false)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a rejected attempt was not recorded')
    } finally {
      this.#lookups -= 1
    }
  }

  /** Anybody may send with a key of their own making: a client's share first, so that it leaves the others theirs. */
  #mayLookUp(address: string): boolean {
    const { inAll, ofClient } = LOOKUPS_PER_MINUTE
    return this.#isWithin('client', address, ofClient) && this.#isWithin('all', '', inAll)
  }

  #isWithin(owner: string, address: string, limit: number): boolean {
    return this.#strangers.admit({ owner, address }, limit) === null
  }

  #keep(project: NotedProject, attempt: RefusedAttempt, hasKey: boolean): void {
    const { refusals, live } = this.#deps
    refusals.note(project.projectId, attempt, hasKey)
    const { at, status, code, message } = attempt
    live.attemptRejected(project.orgId, { projectUid: project.projectUid, hasKey, at, status, code, message })
  }
}
