import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { withinTime } from '#platform/time/within-time.ts'
import type { BatchOutcome } from '#storage/batch/batch.ts'
import { newHeartbeat, SilenceMeter } from './heartbeat.ts'
import type {
  PipelineCommand,
  PipelineReport,
  PipelineThreadData,
  PipelineThreadOptions,
} from './messages.ts'
import { PipelineTotals } from './totals.ts'

const RESTART_AFTER_MS = 1_000

export interface SupervisionLimits {
  stuckAfterMs: number
  watchEveryMs: number
  closeGraceMs: number
}

/** With the 5 s for open requests, closing stays well within the 18 s that `serve` allows. */
const SUPERVISION: SupervisionLimits = { stuckAfterMs: 60_000, watchEveryMs: 5_000, closeGraceMs: 5_000 }

export interface PipelineListeners {
  onProgress: (lane: number, offset: number, outcome: BatchOutcome) => void
  onTrouble: (message: string) => void
}

export interface Pipeline {
  readonly totals: PipelineTotals
  wake(lane: number): void
  silentForMs(): number
  /** Finishes the current batch; a pipeline that hangs is terminated. */
  close(): Promise<void>
}

/** Restarts a thread that ends or hangs; fatal records are given up. @throws if the first is never ready. */
export async function startPipeline(
  options: PipelineThreadOptions,
  listeners: PipelineListeners,
  limits: SupervisionLimits = SUPERVISION,
): Promise<Pipeline> {
  const pipeline = new SupervisedPipeline(options, listeners, limits)
  await pipeline.start()
  return pipeline
}

class SupervisedPipeline implements Pipeline {
  readonly totals = new PipelineTotals()
  readonly #data: PipelineThreadData
  readonly #listeners: PipelineListeners
  readonly #limits: SupervisionLimits
  readonly #silence: SilenceMeter
  #worker: Worker | null = null
  #ended: Promise<void> = Promise.resolve()
  #watch: NodeJS.Timeout | undefined
  #restart: NodeJS.Timeout | undefined
  /** False until the first thread is ready, and again when the pipeline closes: its end is final then. */
  #isKeptUp = false

  constructor(options: PipelineThreadOptions, listeners: PipelineListeners, limits: SupervisionLimits) {
    const heartbeat = newHeartbeat()
    this.#data = { ...options, node: randomUUID(), heartbeat }
    this.#listeners = listeners
    this.#limits = limits
    this.#silence = new SilenceMeter(heartbeat, 2 * limits.watchEveryMs)
  }

  async start(): Promise<void> {
    await this.#startThread()
    this.#isKeptUp = true
    this.#watch = setInterval(() => this.#look(), this.#limits.watchEveryMs)
    this.#watch.unref()
  }

  wake(lane: number): void {
    this.#send({ kind: 'wake', lane })
  }

  silentForMs(): number {
    return this.#silence.silentMs()
  }

  async close(): Promise<void> {
    this.#isKeptUp = false
    clearInterval(this.#watch)
    clearTimeout(this.#restart)
    this.#send({ kind: 'stop' })
    const { closeGraceMs } = this.#limits
    const isLate = await withinTime(
      this.#ended.then(() => false),
      { ms: closeGraceMs, late: true },
    )
    if (!isLate) return
    this.#listeners.onTrouble(
      `the pipeline thread did not stop within ${closeGraceMs} ms and was ended; the next start processes its batch`,
    )
    await this.#worker?.terminate()
  }

  #look(): void {
    if (this.#silence.silentMs() < this.#limits.stuckAfterMs) return
    this.#listeners.onTrouble('the pipeline thread is stuck and is restarted')
    this.#silence.reset()
    void this.#worker?.terminate()
  }

  /** Resolves when the thread is ready, rejects if it ends before. */
  #startThread(): Promise<void> {
    this.#silence.reset()
    const worker = new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
      name: 'pipeline',
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
    })
    this.#worker = worker
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    return new Promise((resolve, reject) => {
      worker.on('message', (report: PipelineReport) => {
        if (report.kind === 'ready') resolve()
        else this.#received(report)
      })
      worker.on('error', (error) => {
        this.#listeners.onTrouble(`the pipeline thread ended: ${error.message}`)
        reject(error)
      })
      worker.on('exit', (code) => {
        reject(new Error(`The pipeline thread ended before it was ready (exit code ${code}).`))
        if (this.#isKeptUp) this.#startAgainSoon()
      })
    })
  }

  #received(report: PipelineReport): void {
    if (report.kind === 'progress') {
      this.totals.add(report.outcome)
      this.#listeners.onProgress(report.lane, report.offset, report.outcome)
    } else if (report.kind === 'trouble') {
      this.totals.troubles += 1
      this.#listeners.onTrouble(report.message)
    }
  }

  #startAgainSoon(): void {
    // A thread that ends before it is ready comes here again.
    this.#restart = setTimeout(() => this.#startThread().catch(() => {}), RESTART_AFTER_MS)
    this.#restart.unref()
  }

  #send(command: PipelineCommand): void {
    this.#worker?.postMessage(command)
  }
}
