import { existsSync } from 'node:fs'

const POLL_MS = 250
const MOST_MS = 600_000

/**
 * `.ci/run` prepares stock SDKs while tests run already: those that need one stop here until it is there. Blocks, since what
 * is missing decides which tests a file has. Past ten minutes, what is not there counts as missing.
 */
export function untilSdksReady(): void {
  const file = process.env.ERRATA_SDKS_READY
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; file && !existsSync(file) && waited < MOST_MS; waited += POLL_MS)
    Atomics.wait(pause, 0, 0, POLL_MS)
}
