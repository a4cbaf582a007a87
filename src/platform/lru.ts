export interface Weighing<V> {
  /** Most weight of all values; one that is heavier alone is kept alone. */
  limit: number
  weigh: (value: V) => number
}

/** An iterator that stands still keeps all that the map was since. */
const MOST_MOVES = 1_000

export class Lru<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  readonly #weighing: Weighing<V> | null
  #weight = 0
  /** Goes on where it was: a new one passes thousands of deleted entries before it finds the oldest. */
  #oldest: MapIterator<K> | null = null
  #moves = 0

  /** `limit`: at least 1 entry. `weighing`: a second bound; a value must not change its weight. */
  constructor(limit: number, weighing: Weighing<V> | null = null) {
    this.#limit = limit
    this.#weighing = weighing
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#append(key, value)
    return value
  }

  /** The value of a key, made now if it is not kept. */
  getOr(key: K, make: (key: K) => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make(key)
    this.set(key, made)
    return made
  }

  set(key: K, value: V): void {
    this.delete(key)
    this.#append(key, value)
    this.#weight += this.#weightOf(value)
    while (this.#isTooMuch()) this.#deleteOldest()
  }

  delete(key: K): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weightOf(value)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  #append(key: K, value: V): void {
    this.#entries.set(key, value)
    if (++this.#moves > MOST_MOVES) this.#oldest = null
  }

  #deleteOldest(): void {
    this.#oldest ??= this.#entries.keys()
    this.#moves = 0
    const next = this.#oldest.next()
    if (next.done) this.#oldest = null
    else this.delete(next.value)
  }

  #isTooMuch(): boolean {
    if (this.#entries.size > this.#limit) return true
    return this.#weighing !== null && this.#weight > this.#weighing.limit && this.#entries.size > 1
  }

  #weightOf(value: V): number {
    return this.#weighing === null ? 0 : this.#weighing.weigh(value)
  }
}
