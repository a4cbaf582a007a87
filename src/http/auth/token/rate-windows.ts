import { clientNetwork } from '#domain/access/client-network.ts'
import type { Clock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'

/** Requests a minute of one address and token, by kind. Source: docs/api.md, Limits. */
export const RATE_LIMITS = { read: 120, write: 20 } as const
export const RATE_WINDOW_SECONDS = 60

export type RateKind = keyof typeof RATE_LIMITS

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000
/** Windows kept at most, 3 MB when all are full. They are made for tokens that are in force only, so that
 * guesses take no room; windows per address don't stop a client with a token and this many addresses. */
const MAX_WINDOWS = 4096

export interface RateWindowKey {
  ip: string
  tokenPrefix: string
}

export interface RateState {
  limit: number
  remaining: number
  /** Whole seconds until more remain than now; 0 when all do. */
  resetSeconds: number
}

/** Per client (IPv4 address or IPv6 network) and token prefix, reads and writes apart, in this instance's
 * memory. A refused request does not count, so a client that waits gets through. */
export class RateWindows {
  readonly #clock: Clock
  /** Times of the requests admitted, oldest first. */
  readonly #admitted = new Lru<string, number[]>(MAX_WINDOWS)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a request if there is room for it, and says how things stand then. */
  admit(key: RateWindowKey, kind: RateKind): RateState & { admitted: boolean } {
    const times = this.#present(key, kind)
    const admitted = times.length < RATE_LIMITS[kind]
    if (admitted) times.push(this.#clock())
    this.#admitted.set(nameOf(key, kind), times)
    return { ...this.#state(times, kind), admitted }
  }

  look(key: RateWindowKey, kind: RateKind): RateState {
    return this.#state(this.#present(key, kind), kind)
  }

  #present(key: RateWindowKey, kind: RateKind): number[] {
    const times = this.#admitted.get(nameOf(key, kind)) ?? []
    const since = this.#clock() - WINDOW_MS
    const firstPresent = times.findIndex((time) => time > since)
    return firstPresent === -1 ? [] : times.slice(firstPresent)
  }

  #state(times: readonly number[], kind: RateKind): RateState {
    const limit = RATE_LIMITS[kind]
    const [oldest] = times
    const resetMs = oldest === undefined ? 0 : oldest + WINDOW_MS - this.#clock()
    return { limit, remaining: limit - times.length, resetSeconds: Math.max(0, Math.ceil(resetMs / 1000)) }
  }
}

function nameOf({ ip, tokenPrefix }: RateWindowKey, kind: RateKind): string {
  return `${kind} ${tokenPrefix} ${clientNetwork(ip)}`
}
