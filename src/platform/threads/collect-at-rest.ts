import { performance } from 'node:perf_hooks'

/** Below this share of its time, a thread rests. */
const REST_SHARE = 0.02
const LOOK_MS = 5_000
/** Looks in a row that find the thread at rest. */
const RESTING_LOOKS = 6

/** Gives back memory each time this thread comes to rest: V8 collects when something is allocated, so what a burst or
 * the start has left would stay until the next one. Blocks the thread for as long as a full collection takes, once.
 * Does nothing unless the runtime was started with `--expose-gc` (decision 0190). */
export function collectAtRest(lookMs = LOOK_MS): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let seen = performance.eventLoopUtilization()
  let resting = 0
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    resting = utilization < REST_SHARE ? resting + 1 : 0
    if (resting !== RESTING_LOOKS) return
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    // Its own time is not work.
    seen = performance.eventLoopUtilization()
  }
  setInterval(look, lookMs).unref()
}
