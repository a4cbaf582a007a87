import { hash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#contract/time.ts'
import { clientNetwork } from '#domain/access/client-network.ts'
import type { Clock } from '#platform/clock.ts'

const ROWS = 4
const PLACES_PER_ROW = 65_536

export interface ClientName {
  owner: string
  address: string
}

/** Per clock minute and node, in 512 KiB. A client has a place in each of four rows, by a secret hash; its
 * count is the least of the four, exact if it is alone in one. Nothing is evicted, so a flood of addresses
 * never lifts a limit; with hundreds of thousands of events a minute in other names, a client may reach
 * its limit early. */
export class ClientWindows {
  readonly #clock: Clock
  readonly #secret = randomBytes(16).toString('hex')
  readonly #counts = new Uint16Array(ROWS * PLACES_PER_ROW)
  #minute = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param limit at most 65,535 a minute. @returns null when counted, else seconds until the next minute. */
  admit(client: ClientName, limit: number): number | null {
    const now = this.#clock()
    this.#startMinute(Math.floor(now / MINUTE_MS))
    const places = this.#placesOf(client)
    const count = Math.min(...places.map((place) => this.#counts[place]!))
    if (count >= limit) return Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1000)
    // Only the least ones rise: the others count someone else as well.
    for (const place of places) if (this.#counts[place] === count) this.#counts[place] = count + 1
    return null
  }

  #startMinute(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts.fill(0)
  }

  #placesOf({ owner, address }: ClientName): number[] {
    const digest = hash('sha256', `${this.#secret}:${owner}:${clientNetwork(address)}`, 'buffer')
    return Array.from({ length: ROWS }, (_, row) => row * PLACES_PER_ROW + digest.readUInt16LE(row * 2))
  }
}
