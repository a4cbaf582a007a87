/** Notes how often work of one kind was under way while work of another was: a test of a race in which none was is void. */
export class Overlap {
  readonly #underWay = new Map<string, number>()
  readonly #meetings = new Map<string, number>()

  /** Runs a piece of work. @param counts whether it did what the race is about; absent: always. */
  async run<T>(
    kind: string,
    work: () => Promise<T>,
    counts: (result: T) => boolean = () => true,
  ): Promise<T> {
    const met = new Set(this.#othersThan(kind))
    this.#underWay.set(kind, (this.#underWay.get(kind) ?? 0) + 1)
    try {
      const result = await work()
      for (const other of this.#othersThan(kind)) met.add(other)
      if (counts(result)) for (const other of met) this.#note(`${kind} during ${other}`)
      return result
    } finally {
      this.#underWay.set(kind, this.#underWay.get(kind)! - 1)
    }
  }

  /** How many pieces of the first kind began or ended while one of the other was under way. */
  count(kind: string, other: string): number {
    return this.#meetings.get(`${kind} during ${other}`) ?? 0
  }

  #othersThan(kind: string): string[] {
    return [...this.#underWay].filter(([other, count]) => other !== kind && count > 0).map(([other]) => other)
  }

  #note(meeting: string): void {
    this.#meetings.set(meeting, (this.#meetings.get(meeting) ?? 0) + 1)
  }
}
