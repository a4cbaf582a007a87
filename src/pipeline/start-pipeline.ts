import { Worker } from 'node:worker_threads'
import type { BatchOutcome } from '#storage/batch/batch.ts'
import type { PipelineCommand, PipelineReport, PipelineThreadOptions } from './messages.ts'

/** Longest silence of a working pipeline before it is taken for stuck, ms. */
const STUCK_AFTER_MS = 60_000
const WATCH_EVERY_MS = 5_000
const RESTART_AFTER_MS = 1_000

/** What the rest of the process is told. */
export interface PipelineListeners {
  /** A batch is committed up to this offset of the lane. */
  onProgress: (lane: number, offset: number, outcome: BatchOutcome) => void
  /** A batch could not be committed, or the thread ended; it goes on by itself. */
  onTrouble: (message: string) => void
}

export interface Pipeline {
  /** Tells the pipeline that a lane has new records. */
  wake(lane: number): void
  /** Milliseconds since the pipeline last said it is alive. */
  silentForMs(): number
  /** Finishes the batch in hand. */
  close(): Promise<void>
}

/**
 * Runs the pipeline in a thread of its own, starts it again when it ends or hangs. A record that makes it
 * end or hang is found by its attempts and given up after some; see LaneConsumer.
 */
export async function startPipeline(
  options: PipelineThreadOptions,
  listeners: PipelineListeners,
): Promise<Pipeline> {
  let worker: Worker
  let ended: Promise<void>
  let restart: NodeJS.Timeout | undefined
  let lastBeat = Date.now()
  let closing = false

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      worker = new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
        workerData: options,
        resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
      })
      ended = new Promise((resolveEnd) => worker.once('exit', () => resolveEnd()))
      worker.on('message', (report: PipelineReport) => {
        lastBeat = Date.now()
        if (report.kind === 'ready') resolve()
        else if (report.kind === 'progress') listeners.onProgress(report.lane, report.offset, report.outcome)
        else if (report.kind === 'trouble') listeners.onTrouble(report.message)
      })
      worker.on('error', (error) => {
        listeners.onTrouble(`the pipeline thread ended: ${error.message}`)
        reject(error)
      })
      worker.on('exit', () => {
        if (closing) return
        restart = setTimeout(() => start().catch(() => {}), RESTART_AFTER_MS)
        restart.unref()
      })
    })
  }

  await start()
  const watch = setInterval(() => {
    if (Date.now() - lastBeat < STUCK_AFTER_MS) return
    listeners.onTrouble('the pipeline thread hangs and is started again')
    lastBeat = Date.now()
    void worker.terminate()
  }, WATCH_EVERY_MS)
  watch.unref()

  const send = (command: PipelineCommand): void => worker.postMessage(command)
  return {
    wake: (lane) => send({ kind: 'wake', lane }),
    silentForMs: () => Date.now() - lastBeat,
    async close() {
      closing = true
      clearInterval(watch)
      // Between the end of a thread and its restart there is nothing to finish.
      clearTimeout(restart)
      send({ kind: 'stop' })
      await ended
    },
  }
}
