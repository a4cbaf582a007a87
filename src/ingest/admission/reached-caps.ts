import type { Logger } from 'pino'
import { counted } from '#contract/counted.ts'
import type { ServiceError } from '#contract/errors.ts'
import { epochHour, HOUR_MS, isoTime } from '#contract/time.ts'
import { insertAlerts } from '#storage/alert/alert.ts'
import type { Database } from '#storage/engine/database.ts'
import { KeyCapError } from '../accept-event.ts'
import type { DsnKey } from './authenticate-dsn.ts'

export interface ReachedCapDeps {
  database: Pick<Database, 'serviceScope'>
  live: { alertsChanged(orgId: number, projectUid: string | null): void }
  ingestHourlyCap: number
  log: Pick<Logger, 'warn'>
}

/** A cap that was reached: a project's, or one that a DSN key has of its own. */
interface ReachedCap {
  name: string
  cap: number
  title: string
  /** Public id of the key; absent: the project's cap. */
  dsnKeyId?: string
}

/** Alerts at the first refused event, once per cap and UTC clock hour over all nodes and restarts. */
export class ReachedCaps {
  readonly #deps: ReachedCapDeps
  #hour = 0
  readonly #noted = new Set<string>()

  constructor(deps: ReachedCapDeps) {
    this.#deps = deps
  }

  /** Notes a refusal at `at` (epoch ms). Never throws; may finish later. */
  note(key: DsnKey, error: ServiceError, at: number): void {
    const hour = epochHour(at)
    if (hour !== this.#hour) this.#noted.clear()
    this.#hour = hour
    const reached = error instanceof KeyCapError ? capOfKey(key) : this.#capOfProject(key)
    // A cap of 0 is how a project or a key is closed: nothing happened to it.
    if (reached.cap === 0 || this.#noted.has(reached.name)) return
    this.#noted.add(reached.name)
    void this.#raise(key, reached, { hour, at })
  }

  #capOfProject(key: DsnKey): ReachedCap {
    const cap = key.hourlyCap ?? this.#deps.ingestHourlyCap
    return { name: `${key.projectId}`, cap, title: `The hourly limit of ${counted(cap, 'event')} is reached` }
  }

  async #raise(key: DsnKey, reached: ReachedCap, { hour, at }: { hour: number; at: number }): Promise<void> {
    const { database, live, log } = this.#deps
    const { name, cap, title, dsnKeyId } = reached
    const alert = {
      kind: 'cap_reached' as const,
      projectId: key.projectId,
      issueId: null,
      title,
      details: {
        hour: isoTime(hour * HOUR_MS),
        cap,
        ...(dsnKeyId !== undefined && { dsn_key_id: dsnKeyId }),
      },
      dedupeKey: `cap_reached:${name}:${hour}`,
      firedAt: at,
    }
    try {
      const raised = await insertAlerts(database.serviceScope(key), [alert])
      if (raised > 0) live.alertsChanged(key.orgId, key.projectUid)
    } catch (error) {
      this.#noted.delete(name)
      log.warn(
        { err: error },
        'the alert for a reached hourly limit was not raised; the next rejected event tries again',
      )
    }
  }
}

function capOfKey({ id, label, limits }: DsnKey): ReachedCap {
  const cap = limits?.hourlyCap ?? 0
  const title = `The hourly limit of ${counted(cap, 'event')} for the DSN key “${label}” is reached`
  return { name: `key:${id}`, cap, title, dsnKeyId: id }
}
