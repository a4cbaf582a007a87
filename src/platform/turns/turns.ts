export interface TurnLimits {
  running: number
  /** How many wait for a turn at most; absent: any number. */
  waiting?: number
  /** What `run` rejects with when it is full. */
  refusal?: () => Error
}

/** Runs work a few at a time, in the order it came. */
export class Turns {
  readonly #limits: TurnLimits
  #active = 0
  readonly #line: (() => void)[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Nothing more can even wait. */
  get isFull(): boolean {
    const { running, waiting = Number.POSITIVE_INFINITY } = this.#limits
    return this.#active >= running && this.#line.length >= waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) throw this.#limits.refusal?.() ?? new Error('Too much work is waiting.')
    if (this.#active < this.#limits.running) this.#active++
    else await new Promise<void>((resolve) => this.#line.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#active--
    }
  }
}
