import { type Facet, OTHER_VALUES } from '../../issue/facet.ts'
import type { Difference } from '../difference.ts'
import { MAX_ROWS } from '../rule.ts'

export interface FacetRow {
  issue_id: number
  facet: Facet
  value: string
  event_count: number
  first_seen_at: number
  last_seen_at: number
}

/** Values of events that are not listed, by name; how many others there are is all that is known of more. */
const MOST_NAMED = 1000

class Seen {
  count = 0
  first = 0
  last = 0

  add(at: number): void {
    if (this.count === 0 || at < this.first) this.first = at
    if (this.count === 0 || at > this.last) this.last = at
    this.count += 1
  }
}

interface ListedValue {
  row: FacetRow
  seen: Seen
}

export interface Whole {
  /** All events that the rows count are stored: counts and times are those of the events. */
  isWhole: boolean
}

/** The values of one facet of one issue: those listed, and those of its events. */
export class FacetTally {
  readonly #listed = new Map<string, ListedValue>()
  readonly #unlisted = new Map<string, number>()
  #beyond = 0
  #rest: FacetRow | null = null

  list(row: FacetRow): void {
    if (row.value === OTHER_VALUES) this.#rest = row
    else this.#listed.set(row.value, { row, seen: new Seen() })
  }

  /** An event's value; events without one have none. */
  add(value: string, at: number): void {
    const listed = this.#listed.get(value)
    if (listed !== undefined) listed.seen.add(at)
    else this.#addUnlisted(value)
  }

  #addUnlisted(value: string): void {
    const known = this.#unlisted.get(value)
    if (known !== undefined || this.#unlisted.size < MOST_NAMED) this.#unlisted.set(value, (known ?? 0) + 1)
    else this.#beyond += 1
  }

  /** Of all listed values, the rest included. */
  get sum(): { count: number; first: number; last: number } | null {
    const rows = [...this.#listed.values()].map(({ row }) => row)
    if (this.#rest !== null) rows.push(this.#rest)
    if (rows.length === 0) return null
    return {
      count: rows.reduce((sum, row) => sum + row.event_count, 0),
      first: rows.reduce((first, row) => Math.min(first, row.first_seen_at), Number.POSITIVE_INFINITY),
      last: rows.reduce((last, row) => Math.max(last, row.last_seen_at), 0),
    }
  }

  differences(facet: Facet, subject: string, { isWhole }: Whole): Difference[] {
    const found = [...this.#uncounted(facet), ...(this.#rest === null ? this.#unequal(facet, isWhole) : [])]
    return found.slice(0, MAX_ROWS).map((message) => ({ check: `facet.${facet}`, subject, message }))
  }

  /** Counts include counted-only and evicted events. A folded value that came back may count less. */
  #uncounted(facet: Facet): string[] {
    const listed = [...this.#listed].flatMap(([value, { row, seen }]): [string, number, number][] =>
      row.event_count < seen.count ? [[value, row.event_count, seen.count]] : [],
    )
    const unlisted = [...this.#unlisted].map(([value, count]): [string, number, number] => [value, 0, count])
    const uneven = [...listed, ...unlisted]
    const missing = uneven.reduce((sum, [, stored, found]) => sum + found - stored, this.#beyond)
    if (missing <= (this.#rest?.event_count ?? 0)) return []
    return uneven.map(
      ([value, stored, found]) =>
        `the ${facet} ${JSON.stringify(value)} counts ${stored} events, but there are ${found}`,
    )
  }

  /**
   * Values were seen no later or earlier than in their events, exactly if all are stored; facets with a rest
   * are left out, since folded values begin again.
   */
  #unequal(facet: Facet, isWhole: boolean): string[] {
    return [...this.#listed.values()].flatMap(({ row, seen }) => {
      const { value, event_count, first_seen_at, last_seen_at } = row
      const isBeyond = seen.count > 0 && (seen.first < first_seen_at || seen.last > last_seen_at)
      const isOther =
        seen.count !== event_count ||
        (seen.count > 0 && (seen.first !== first_seen_at || seen.last !== last_seen_at))
      if (!isBeyond && !(isWhole && isOther)) return []
      const name = `${facet} ${JSON.stringify(value)}`
      return [
        `the times or the count (${event_count}) of the ${name} are not those of its ${seen.count} events`,
      ]
    })
  }
}
