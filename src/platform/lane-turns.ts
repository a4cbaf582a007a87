/** Who waits: work of one lane is done in its order, and lanes take turns. */
export interface Lane {
  name: string
  /** Of few names, none of which a stranger can take: never refused because of the others. */
  isReserved: boolean
}

export interface LaneLimits {
  running: number
  /** Of one lane at a time; absent: as many as there is room for. */
  runningPerLane?: number
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
  /** How many of a lane run now; lanes of which none does are absent. */
  readonly #running = new Map<string, number>()
  #active = 0
  #waiting = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** @throws what `refusal` makes */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const key = lane.isReserved ? `reserved ${lane.name}` : lane.name
    if (this.#active < this.#limits.running && this.#mayRun(key)) this.#begin(key)
    else await this.#turn(key, lane.isReserved)
    try {
      return await work()
    } finally {
      this.#end(key)
      this.#next()
    }
  }

  #mayRun(key: string): boolean {
    return (this.#running.get(key) ?? 0) < (this.#limits.runningPerLane ?? Number.POSITIVE_INFINITY)
  }

  #begin(key: string): void {
    this.#active++
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #end(key: string): void {
    this.#active--
    const left = (this.#running.get(key) ?? 0) - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
  }

  #turn(key: string, isReserved: boolean): Promise<void> {
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
    for (const [key, line] of this.#lanes) {
      if (!this.#mayRun(key)) continue
      this.#lanes.delete(key)
      const next = line.shift()
      if (line.length > 0) this.#lanes.set(key, line)
      this.#begin(key)
      next?.go()
      return
    }
  }
}
