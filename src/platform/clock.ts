export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Milliseconds since the process began: for spans of time, which a clock that is set must neither end nor prolong. */
export const steadyClock: Clock = () => performance.now()

/** Milliseconds that this thread has had of the processor: what it did, however long others kept it from it. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
