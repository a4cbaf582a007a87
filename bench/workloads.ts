import type { SampleEventsOptions } from '../test/support/sample/events.ts'

/** Which events a run sends; `round` makes each round's differ, and its issues where the workload says so. */
export type Workload = (seed: number, round: number, events: number) => SampleEventsOptions

/**
 * Four ways in which events come. One alone would flatter whatever remembers: `hot` is kind to memories of stacks,
 * `first` is kind to none.
 */
export const WORKLOADS: Readonly<Record<string, Workload>> = {
  /** 200 issues, all equally often. */
  hot: (seed, round) => ({ seed: seed + round, issues: 200 }),
  /** 20,000 issues, each with a stack of its own, by Zipf's law. */
  broad: (seed, round) => ({ seed: seed + round, issues: 20_000, frequency: 'zipf' }),
  /** 2,000 issues whose frames have local variables that differ each time. */
  locals: (seed, round) => ({ seed: seed + round, issues: 2000, locals: true }),
  /** Every event begins an issue. */
  first: (seed, round, events) => ({
    seed: seed + round,
    issues: events,
    frequency: 'once',
    from: round * 1_000_000,
  }),
}

/** @throws Error naming the workloads there are */
export function workloadOf(name: string): Workload {
  const workload = WORKLOADS[name]
  if (!workload) throw new Error(`no workload "${name}"; there are ${Object.keys(WORKLOADS).join(', ')}`)
  return workload
}
