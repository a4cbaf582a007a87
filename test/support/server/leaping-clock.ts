import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into a service before its own code (`--import`): on SIGUSR2 a minute passes at once. */
const LEAP_MS = 60_000
let ahead = 0
const { now: wallNow } = Date
const steadyNow = performance.now.bind(performance)

if (isMainThread) {
  Date.now = () => wallNow() + ahead
  performance.now = () => steadyNow() + ahead
  process.on('SIGUSR2', () => {
    ahead += LEAP_MS
  })
}
