import { writeSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { parse } from 'node:path'
import type { WorkerOptions } from 'node:worker_threads'

/**
 * Loaded into a service before its own code (`--import`). What becomes of every thread whose file is named by
 * `ERRATA_TEST_THREAD`, without what the build adds to it, is said by `ERRATA_TEST_FATE`: on SIGUSR2 it ends (`end`), as
 * one does that ran out of memory, or works on forever without an answer (`hang`); it exits before its first line
 * (`exit`), or at each JSON that names a poison (`poison`).
 */
const threads: typeof import('node:worker_threads') = createRequire(import.meta.url)('node:worker_threads')
const { ERRATA_TEST_THREAD: wanted, ERRATA_TEST_FATE: fate = 'end', ERRATA_TEST_UPSET: isUpset } = process.env
const CHANNEL = 'errata-test'
/** `-1a2B3c4_` */
const OF_BUILD = /-[\w-]{8}$/
export const EXIT_CODE = 7
/** On stderr once the thread has ended, or answers no more. */
export const UPSET = 'the test has upset the thread'

function tell(): void {
  writeSync(2, `${UPSET}\n`)
}

if (wanted) {
  class UpsetWorker extends threads.Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      const chosen = parse(String(file)).name.replace(OF_BUILD, '') === wanted
      super(file, { ...options, env: { ...process.env, ERRATA_TEST_UPSET: chosen ? fate : '' } })
      if (chosen && fate === 'end') process.once('SIGUSR2', () => void this.terminate().then(tell))
    }
  }
  threads.Worker = UpsetWorker
  syncBuiltinESMExports()
  if (threads.isMainThread && fate === 'hang') {
    process.on('SIGUSR2', () => {
      const channel = new threads.BroadcastChannel(CHANNEL)
      channel.postMessage(null)
      channel.close()
    })
  }
}
if (!threads.isMainThread && isUpset === 'exit') process.exit(EXIT_CODE)
if (!threads.isMainThread && isUpset === 'poison') {
  const parseJson = JSON.parse
  JSON.parse = (text: string, reviver) => {
    if (String(text).includes('poison for the thread')) process.exit(EXIT_CODE)
    return parseJson(text, reviver)
  }
}
if (!threads.isMainThread && isUpset === 'hang') {
  const channel = new threads.BroadcastChannel(CHANNEL)
  channel.onmessage = () => {
    tell()
    for (;;) Math.random()
  }
  ;(channel as unknown as { unref(): void }).unref()
}
