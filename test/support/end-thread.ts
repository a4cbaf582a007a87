import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { WorkerOptions } from 'node:worker_threads'

/**
 * Loaded into a service before its own code (`--import`): on SIGUSR2 every thread whose file is named by
 * `ERRATA_TEST_THREAD` ends, as one does that ran out of memory.
 */
const threads: typeof import('node:worker_threads') = createRequire(import.meta.url)('node:worker_threads')
const wanted = process.env.ERRATA_TEST_THREAD

if (threads.isMainThread && wanted) {
  class EndingWorker extends threads.Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(file, options)
      if (String(file).endsWith(`/${wanted}`)) process.once('SIGUSR2', () => void this.terminate())
    }
  }
  threads.Worker = EndingWorker
  syncBuiltinESMExports()
}
