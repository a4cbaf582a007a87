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

interface Line {
  isReserved: boolean
  waiting: Waiting[]
}

/** Runs work a few at a time. A lane with much to do waits for itself: if there is no room left, the longest one
 * gives way to a new one. */
export class LaneTurns {
  readonly #limits: LaneLimits
  /** Those in which work waits; the first one is next. */
  readonly #lines = new Map<string, Line>()
  /** How many of a lane run now; lanes of which none does are absent. */
  readonly #running = new Map<string, number>()
  #active = 0
  #waiting = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** @throws what `refusal` makes */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const key = keyOf(lane)
    if (this.#active < this.#limits.running && this.#mayRun(key)) this.#begin(key)
    else await this.#turn(lane)
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

  #turn(lane: Lane): Promise<void> {
    const { perLane, inAll, refusal } = this.#limits
    const { isReserved } = lane
    const line = this.#lines.get(keyOf(lane)) ?? { isReserved, waiting: [] }
    if (line.waiting.length >= perLane) throw refusal()
    if (!isReserved && this.#waiting >= inAll && !this.#makeRoom(line.waiting.length)) throw refusal()
    if (!isReserved) this.#waiting++
    const leave = () => {
      if (!isReserved) this.#waiting--
    }
    this.#lines.set(keyOf(lane), line)
    return new Promise((resolve, reject) => {
      line.waiting.push({
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
    for (const { isReserved, waiting } of this.#lines.values()) {
      if (!isReserved && waiting.length > longest.length) longest = waiting
    }
    if (longest.length <= length + 1) return false
    longest.pop()?.refuse(this.#limits.refusal())
    return true
  }

  #next(): void {
    for (const [key, line] of this.#lines) {
      if (!this.#mayRun(key)) continue
      this.#lines.delete(key)
      const next = line.waiting.shift()
      if (line.waiting.length > 0) this.#lines.set(key, line)
      this.#begin(key)
      next?.go()
      return
    }
  }
}

/** A name that strangers choose can be that of a reserved lane. */
function keyOf({ name, isReserved }: Lane): string {
  return `${isReserved ? 'reserved' : 'open'} ${name}`
}
