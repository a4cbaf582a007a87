import { ServiceError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'

const WINDOW_MS = 60_000
/** Users whose requests are counted at most: two numbers each. */
const MAX_USERS = 10_000

/** Requests of one user in the current clock minute and in the previous one. */
interface Count {
  minute: number
  present: number
  before: number
}

/** Limits the requests of a signed-in user, over all of their sessions and addresses. The minute before
 * counts by the part of it that a sliding minute still covers. In memory: each instance counts for itself. */
export class SessionRates {
  readonly #clock: Clock
  readonly #counts = new Lru<string, Count>(MAX_USERS)

  /** @param clock never goes back. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A refused request does not count. @throws rate_limit_exceeded past `limit` a minute; 0: no limit. */
  admit(userId: string, limit: number): void {
    if (limit === 0) return
    const now = this.#clock()
    const count = this.#countAt(userId, Math.floor(now / WINDOW_MS))
    const elapsed = (now % WINDOW_MS) / WINDOW_MS
    if (count.present + count.before * (1 - elapsed) >= limit) throw tooMany(limit)
    count.present++
    this.#counts.set(userId, count)
  }

  #countAt(userId: string, minute: number): Count {
    const known = this.#counts.get(userId)
    if (known?.minute === minute) return known
    return { minute, present: 0, before: known?.minute === minute - 1 ? known.present : 0 }
  }
}

/** The window slides: a little of it is free again soon. */
function tooMany(limit: number): ServiceError {
  const message = `You may make ${limit} requests a minute. Close some tabs or slow down, and try again in a few seconds.`
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: 5 })
}
