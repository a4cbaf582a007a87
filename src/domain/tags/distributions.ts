export interface Distribution {
  key: string
  events: number
  values: { value: string; count: number }[]
  other: number
}

/** Counts values by key, of which an event has each once. The keys that most events have come first. */
export class Distributions {
  readonly #counts = new Map<string, Map<string, number>>()

  add(key: string, value: string): void {
    const values = this.#counts.get(key) ?? new Map<string, number>()
    this.#counts.set(key, values)
    values.set(value, (values.get(value) ?? 0) + 1)
  }

  /** @param most keys, and values of each, that are listed. */
  list(most: { keys: number; values: number }): Distribution[] {
    return [...this.#counts]
      .map(([key, values]) => distributionOf(key, values, most.values))
      .sort((a, b) => b.events - a.events || (a.key < b.key ? -1 : 1))
      .slice(0, most.keys)
  }
}

function distributionOf(key: string, counts: ReadonlyMap<string, number>, most: number): Distribution {
  const sorted = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  const events = sorted.reduce((sum, { count }) => sum + count, 0)
  const values = sorted.slice(0, most)
  return { key, events, values, other: events - values.reduce((sum, { count }) => sum + count, 0) }
}
