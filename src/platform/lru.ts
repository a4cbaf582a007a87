export interface Weighing<V> {
  /** Most weight of all values; one that is heavier alone is kept alone. */
  limit: number
  weigh: (value: V) => number
}

export class Lru<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  readonly #weighing: Weighing<V> | null
  #weight = 0

  /** `limit`: at least 1 entry. `weighing`: a second bound; a value must not change its weight. */
  constructor(limit: number, weighing: Weighing<V> | null = null) {
    this.#limit = limit
    this.#weighing = weighing
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
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
    this.#entries.set(key, value)
    this.#weight += this.#weightOf(value)
    while (this.#isTooMuch()) this.delete(this.#entries.keys().next().value as K)
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

  #isTooMuch(): boolean {
    if (this.#entries.size > this.#limit) return true
    return this.#weighing !== null && this.#weight > this.#weighing.limit && this.#entries.size > 1
  }

  #weightOf(value: V): number {
    return this.#weighing === null ? 0 : this.#weighing.weigh(value)
  }
}
