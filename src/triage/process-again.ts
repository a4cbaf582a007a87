import { Worker } from 'node:worker_threads'
import type { ProcessedAgain, ProcessingFailure, UnprocessedEvent } from './process-again-messages.ts'

const LONGEST_MS = 10_000
const MEMORY_MB = 256

/**
 * Processes an event once more, in a thread of its own: what could not be processed may hang or run out of memory,
 * and is ended after ten seconds.
 */
export async function processAgain(event: UnprocessedEvent): Promise<ProcessedAgain | ProcessingFailure> {
  const worker = new Worker(new URL('./process-again-thread.ts', import.meta.url), {
    workerData: event,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve) => {
      const failed = (failure: string) => resolve({ failure })
      timer = setTimeout(() => failed(`not finished after ${LONGEST_MS / 1000} s`), LONGEST_MS)
      worker.once('message', resolve)
      worker.once('error', (error) => failed(error.message))
      worker.once('exit', () => failed('the thread ended'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
