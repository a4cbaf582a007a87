export interface Difference {
  /** Name of the rule, e.g. `issue.event_count`; the same from one version to the next. */
  check: string
  /** What it is about, e.g. `issue 0f8fad5b-…`. */
  subject: string
  message: string
}

const KEPT = 1_000

export class Differences {
  readonly kept: Difference[] = []
  total = 0

  add(...differences: Difference[]): void {
    for (const difference of differences) {
      this.total += 1
      if (this.kept.length < KEPT) this.kept.push(difference)
    }
  }
}
