/** What a piece of work takes, ms of the wall clock. */
export async function msOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * Measures again until one result is below a limit, ten times at most: other work on the machine makes every result
 * longer, none shorter. @returns the shortest.
 */
export async function quickest(limitMs: number, measure: () => number | Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 10 && shortest >= limitMs; tries++)
    shortest = Math.min(shortest, await measure())
  return shortest
}

/** What a piece of work takes of the processor, ms: other processes add little to it. */
export function cpuMsOf(work: () => unknown): number {
  const began = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

/** What a request to a service in this process takes of the processor, ms: all threads of both sides. */
export async function processCpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

const MEASURED_MS = 40

/**
 * What a piece of work takes of the processor, ms: the least of three measurements. A kernel may count in steps of 4 ms, so
 * each takes the work as often as fills several.
 */
export function leastCpuMsOf(work: () => unknown): number {
  return Math.min(...Array.from({ length: 3 }, () => meanCpuMsOf(work)))
}

/**
 * How many times as much of the processor a piece of work takes as another. Measured again until it is below the limit,
 * three times at most: other work on the machine makes a measurement longer, not shorter.
 */
export function cpuRatio(work: () => unknown, base: () => unknown, limit: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least >= limit; tries++)
    least = Math.min(least, meanCpuMsOf(work) / meanCpuMsOf(base))
  return least
}

function meanCpuMsOf(work: () => unknown): number {
  let times = 0
  let used = 0
  for (let next = 1; used < MEASURED_MS; next *= 2) {
    used += cpuMsOf(() => repeat(work, next))
    times += next
  }
  return used / times
}

function repeat(work: () => unknown, times: number): void {
  for (let time = 0; time < times; time++) work()
}
