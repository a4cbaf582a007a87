import { performance } from 'node:perf_hooks'

/** Below this share of its time, a thread rests. */
const REST_SHARE = 0.02
export const LOOK_MS = 5_000
/** Looks in a row that find the thread at rest. */
export const RESTING_LOOKS = 6

/** Gives back memory each time this thread comes to rest: V8 collects when something is allocated, so what a burst or
 * the start has left would stay until the next one. Blocks the thread for as long as a full collection takes, once.
 * Does nothing unless the runtime was started with `--expose-gc` (decision 0190). */
export function collectAtRest(busyShare = busyShareOfThread()): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let resting = 0
  const look = (): void => {
    resting = busyShare() < REST_SHARE ? resting + 1 : 0
    if (resting !== RESTING_LOOKS) return
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    // Its own time is not work.
    busyShare()
  }
  setInterval(look, LOOK_MS).unref()
}

/** The share of its time that this thread was busy since it was asked last, 0 to 1. */
function busyShareOfThread(): () => number {
  let seen = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    return utilization
  }
}
