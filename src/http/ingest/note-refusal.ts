import type { FastifyBaseLogger } from 'fastify'
import type { ServiceError } from '#contract/errors.ts'
import { parseUuid } from '#domain/uuid.ts'
import { RefusedKeyError } from '#ingest/authenticate-dsn.ts'
import type { RefusedAttempt, RefusedAttempts } from '#ingest/refused-attempts.ts'
import type { Clock } from '#platform/clock.ts'
import { findPathProject, type PathProject, type ProjectName } from '#storage/credentials.ts'
import type { Database } from '#storage/database.ts'
import type { LiveUpdates } from '#triage/live-updates.ts'
import { ReachedCaps } from './note-reached-cap.ts'
import type { IngestExchange } from './receive.ts'

export interface RefusalDeps {
  refusals: RefusedAttempts
  live: LiveUpdates
  database: Pick<Database, 'queries' | 'scope'>
  config: { ingestHourlyCap: number }
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Projects looked up at once for requests with a key that is not theirs; beyond it those are not noted. */
const MAX_LOOKUPS = 8

/** Keeps the refused attempts of each project, tells those who watch it, and raises alerts of reached caps. */
export class RefusalNotes {
  readonly #deps: RefusalDeps
  readonly #caps: ReachedCaps
  #lookups = 0

  constructor(deps: RefusalDeps) {
    this.#deps = deps
    this.#caps = new ReachedCaps({ ...deps, ingestHourlyCap: deps.config.ingestHourlyCap })
  }

  /**
   * Notes a refused request: for the project of its key and, where that is not the one of its path, for the
   * project that the path names, since a mistyped key is looked for there. Never throws; may finish later.
   */
  note(exchange: IngestExchange, error: ServiceError): void {
    const attempt = this.#attemptOf(exchange, error)
    const key = exchange.key ?? (error instanceof RefusedKeyError ? error.key : null)
    if (key) this.#keep(key, attempt, true)
    if (key && error.code === 'ingest_cap_exceeded') this.#caps.note(key, attempt.at)
    if (key === null || error.code === 'project_mismatch') void this.#noteByPath(exchange, attempt)
  }

  #attemptOf({ request }: IngestExchange, error: ServiceError): RefusedAttempt {
    return {
      at: this.#deps.clock(),
      status: error.status,
      code: error.code,
      message: error.message,
      path: request.url.split('?', 1)[0]!,
      userAgent: request.headers['user-agent'] ?? '',
    }
  }

  async #noteByPath({ request }: IngestExchange, attempt: RefusedAttempt): Promise<void> {
    const name = projectName(request.params.project)
    if (name === null || this.#lookups >= MAX_LOOKUPS) return
    this.#lookups += 1
    try {
      const project = await findPathProject(this.#deps.database.queries, name)
      if (project) this.#keep(project, attempt, false)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a refused attempt was not noted')
    } finally {
      this.#lookups -= 1
    }
  }

  #keep(project: PathProject, attempt: RefusedAttempt, hasKey: boolean): void {
    const { refusals, live } = this.#deps
    refusals.note(project.projectId, attempt, hasKey)
    const { at, status, code, message } = attempt
    live.attemptRejected(project.orgId, { projectUid: project.projectUid, at, status, code, message })
  }
}

function projectName(pathId: string): ProjectName | null {
  const uid = parseUuid(pathId)
  if (uid !== undefined) return { uid }
  const number = /^[1-9]\d*$/.test(pathId) ? Number(pathId) : 0
  return number > 0 && Number.isSafeInteger(number) ? { number } : null
}
