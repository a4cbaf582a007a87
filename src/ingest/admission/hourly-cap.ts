import { epochHour, secondsToHourEnd } from '#contract/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type HourlyTake, takeOfHour } from '#storage/project/hourly-use.ts'

/** Per project, kind and UTC clock hour, counted in the database for all nodes and restarts. A reached cap
 * is remembered, so further requests of the hour cost nothing. */
export class HourlyCap {
  readonly cap: number
  readonly #kind: HourlyTake['kind']
  readonly #clock: Clock
  #hour = 0
  readonly #reached = new Set<number>()

  constructor(kind: HourlyTake['kind'], cap: number, clock: Clock) {
    this.#kind = kind
    this.cap = cap
    this.#clock = clock
  }

  /** Seconds until a project that has reached its cap may send again; null if it is not known to have. */
  secondsToWait(projectId: number): number | null {
    const now = this.#clock()
    this.#turnTo(now)
    return this.#reached.has(projectId) ? secondsToHourEnd(now) : null
  }

  /** Counts in the transaction that stores. @returns seconds to wait if not all fit; null if counted. */
  async take(scope: OrgScope, projectId: number, count: number): Promise<number | null> {
    const now = this.#clock()
    const take = { projectId, kind: this.#kind, hour: epochHour(now), count, cap: this.cap }
    if (await takeOfHour(scope, take)) return null
    this.#turnTo(now)
    this.#reached.add(projectId)
    return secondsToHourEnd(now)
  }

  #turnTo(now: number): void {
    const hour = epochHour(now)
    if (hour !== this.#hour) this.#reached.clear()
    this.#hour = hour
  }
}
