import { seededRandom } from '../../test/support/fuzz/seeded-random.ts'

const ROUTES = ['orders', 'invoices', 'customers', 'carts', 'shipments', 'refunds', 'sessions', 'reports']
const REGIONS = ['eu', 'us', 'ap', 'sa']
/** Places where an error can happen; each issue is met in a few of them. */
const PLACES = 400
const PLACES_OF_ISSUE = 3
const SERVERS = 40
const CUSTOMERS = 5000
const STEPS = 60

/** What events of one issue are found by: where it happened, on which server, for which customer. */
export class TagSource {
  readonly #random: () => number
  readonly #places: number[]

  constructor(seed: number) {
    this.#random = seededRandom(seed % 2 ** 31).next
    this.#places = Array.from({ length: PLACES_OF_ISSUE }, () => this.#below(PLACES))
  }

  next(): Record<string, string> {
    const place = this.#places[this.#below(PLACES_OF_ISSUE)]!
    const route = `/${ROUTES[place % ROUTES.length]}/v${place}`
    return {
      transaction: `POST ${route}`,
      url: `https://shop.example${route}/{id}`,
      server: `web-${this.#below(SERVERS)}`,
      // Some customers meet far more errors than others.
      customer: `customer-${Math.floor(this.#random() ** 2 * CUSTOMERS)}`,
      region: REGIONS[this.#below(REGIONS.length)]!,
      'checkout.step': `step-${(place * 7 + this.#below(3)) % STEPS}`,
    }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}
