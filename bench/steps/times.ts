/** Adds up the CPU time of steps by name, over rounds of equally many events. */
export class StepTimes {
  readonly #least = new Map<string, number>()
  #round = new Map<string, number>()
  #events = 1
  #counts = false

  /** @param counts false for a round that warms up. */
  beginRound(counts: boolean, events: number): void {
    this.#endRound()
    this.#round = new Map()
    this.#counts = counts
    this.#events = events
  }

  step<R>(name: string, work: () => R): R {
    const before = process.cpuUsage()
    const result = work()
    this.#add(name, before)
    return result
  }

  async stepAsync<R>(name: string, work: () => Promise<R>): Promise<R> {
    const before = process.cpuUsage()
    const result = await work()
    this.#add(name, before)
    return result
  }

  /** µs an event, by step: of the round in which the step took the least. */
  perEvent(): Map<string, number> {
    this.#endRound()
    return this.#least
  }

  /** All threads of the process: the collector's helpers are part of what a step costs. */
  #add(name: string, before: NodeJS.CpuUsage): void {
    const { user, system } = process.cpuUsage(before)
    this.#round.set(name, (this.#round.get(name) ?? 0) + user + system)
  }

  #endRound(): void {
    if (!this.#counts) return
    for (const [name, us] of this.#round) {
      const perEvent = us / this.#events
      this.#least.set(name, Math.min(perEvent, this.#least.get(name) ?? perEvent))
    }
    this.#counts = false
  }
}

/** A row for each step, two columns for each workload: µs an event, and the share. A step `…: of it …` is part of another. */
export function table(results: Record<string, StepTimes>): string {
  const columns = Object.entries(results).map(([name, times]) => ({ name, steps: times.perEvent() }))
  const steps = [...(columns[0]?.steps.keys() ?? [])]
  const isPart = (step: string): boolean => step.includes(': of it ')
  const totals = columns.map(({ steps: times }) => {
    let total = 0
    for (const [step, us] of times) if (!isPart(step)) total += us
    return total
  })
  const rows = steps.map((step) => {
    const cells = columns.flatMap(({ steps: times }, at) => {
      const us = times.get(step) ?? 0
      return [us.toFixed(0), `${((us / totals[at]!) * 100).toFixed(0)} %`]
    })
    return [step, ...cells]
  })
  const head = ['µs an event', ...columns.flatMap(({ name }) => [name, ''])]
  const sum = ['all', ...totals.flatMap((total) => [total.toFixed(0), ''])]
  const width = Math.max(...[...rows, head].map(([first]) => first!.length))
  return [head, ...rows, sum]
    .map(([first, ...cells]) => first!.padEnd(width) + cells.map((cell) => cell.padStart(8)).join(''))
    .join('\n')
}
