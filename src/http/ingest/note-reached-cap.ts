import type { FastifyBaseLogger } from 'fastify'
import type { DsnKey } from '#ingest/authenticate-dsn.ts'
import { insertAlerts } from '#storage/alert.ts'
import type { Database } from '#storage/database.ts'
import type { LiveUpdates } from '#triage/live-updates.ts'

export interface ReachedCapDeps {
  database: Pick<Database, 'scope'>
  live: Pick<LiveUpdates, 'alertsChanged'>
  /** Cap of projects that set none. */
  ingestHourlyCap: number
  log: Pick<FastifyBaseLogger, 'warn'>
}

const MS_PER_HOUR = 3_600_000

/**
 * Raises an alert where a project has reached its hourly cap: at its first refused event, once per project and
 * UTC clock hour, on whichever nodes and however often they start.
 */
export class ReachedCaps {
  readonly #deps: ReachedCapDeps
  #hour = 0
  /** Row keys of projects that need no alert in this hour any more. */
  readonly #noted = new Set<number>()

  constructor(deps: ReachedCapDeps) {
    this.#deps = deps
  }

  /** Notes a refusal at `at` (epoch ms). Never throws; may finish later. */
  note(key: DsnKey, at: number): void {
    const hour = Math.floor(at / MS_PER_HOUR)
    if (hour !== this.#hour) this.#noted.clear()
    this.#hour = hour
    const cap = key.hourlyCap ?? this.#deps.ingestHourlyCap
    // A cap of 0 is how a project is closed: nothing happened to it.
    if (cap === 0 || this.#noted.has(key.projectId)) return
    this.#noted.add(key.projectId)
    void this.#raise(key, { cap, hour, at })
  }

  async #raise(key: DsnKey, { cap, hour, at }: { cap: number; hour: number; at: number }): Promise<void> {
    const { database, live, log } = this.#deps
    const alert = {
      kind: 'cap_reached' as const,
      projectId: key.projectId,
      issueId: null,
      title: `The ingest cap of ${cap} events per hour is reached`,
      details: { hour: new Date(hour * MS_PER_HOUR).toISOString(), cap },
      dedupeKey: `cap_reached:${key.projectId}:${hour}`,
      firedAt: at,
    }
    try {
      const raised = await insertAlerts(database.scope(key), [alert])
      if (raised > 0) live.alertsChanged(key.orgId, key.projectUid)
    } catch (error) {
      this.#noted.delete(key.projectId)
      log.warn({ err: error }, 'the alert of a reached cap was not raised; the next refusal tries again')
    }
  }
}
