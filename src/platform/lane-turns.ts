/** Who waits: work of one lane is done in its order, and lanes take turns. */
export interface Lane {
  name: string
  /** Of few names, none of which a stranger can take: never refused because of the others. */
  isReserved: boolean
}

export interface LaneLimits {
  running: number
  perLane: number
  /** Waiting in all lanes together, reserved ones not counted. */
  inAll: number
  refusal: () => Error
}

interface Waiting {
  go: () => void
  refuse: (error: Error) => void
}

/** Runs work a few at a time. A lane with much to do waits for itself: if there is no room left, the longest one
 * gives way to a new one. */
export class LaneTurns {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Waiting[]>()
  #active = 0
  #waiting = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** @throws what `refusal` makes */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#active < this.#limits.running) this.#active++
    else await this.#turn(lane)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn({ name, isReserved }: Lane): Promise<void> {
    const key = isReserved ? `reserved ${name}` : name
    const { perLane, inAll, refusal } = this.#limits
    const line = this.#lanes.get(key) ?? []
    if (line.length >= perLane) throw refusal()
    if (!isReserved && this.#waiting >= inAll && !this.#makeRoom(line.length)) throw refusal()
    if (!isReserved) this.#waiting++
    const leave = () => {
      if (!isReserved) this.#waiting--
    }
    this.#lanes.set(key, line)
    return new Promise((resolve, reject) => {
      line.push({
        go: () => {
          leave()
          resolve()
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      })
    })
  }

  /** Refuses the last of the longest lane that strangers wait in, if it has more than one beyond `length`. */
  #makeRoom(length: number): boolean {
    let longest: Waiting[] = []
    for (const [key, line] of this.#lanes) {
      if (!key.startsWith('reserved ') && line.length > longest.length) longest = line
    }
    if (longest.length <= length + 1) return false
    longest.pop()?.refuse(this.#limits.refusal())
    return true
  }

  #next(): void {
    const [first] = this.#lanes
    if (first === undefined) {
      this.#active--
      return
    }
    const [key, line] = first
    this.#lanes.delete(key)
    const next = line.shift()
    if (line.length > 0) this.#lanes.set(key, line)
    next?.go()
  }
}
