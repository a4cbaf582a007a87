import { Worker } from 'node:worker_threads'
import type { FromCheckpointThread, ToCheckpointThread } from './messages.ts'

/** Under load a checkpoint comes every few seconds; a thread that has none to do takes 12 MB for nothing. */
const KEPT_MS = 30_000

/** `no_thread`: it ended before it was done, as when it can't open the file. */
export type CheckpointOutcome = FromCheckpointThread | { kind: 'no_thread'; message: string }

/** Runs checkpoints of a journal's file in a thread that begins with one and ends when no other has come for a while. */
export class CheckpointWorker {
  readonly #file: string
  readonly #onDone: (outcome: CheckpointOutcome) => void
  #worker: Worker | null = null
  #ended: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isBusy = false

  /** @param onDone called once for each `run` */
  constructor(file: string, onDone: (outcome: CheckpointOutcome) => void) {
    this.#file = file
    this.#onDone = onDone
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  run(): void {
    this.#isBusy = true
    clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    this.#send(this.#worker, 'checkpoint')
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#worker) this.#send(this.#worker, 'close')
    await this.#ended
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      name: 'checkpoint',
      workerData: this.#file,
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (message: FromCheckpointThread) => {
      this.#timer = setTimeout(() => void this.close(), KEPT_MS).unref()
      this.#done(message)
    })
    let reason = 'the thread ended'
    worker.on('error', (error) => {
      reason = String(error)
    })
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#worker = null
        if (this.#isBusy) this.#done({ kind: 'no_thread', message: `no checkpoint thread: ${reason}` })
        resolve()
      })
    })
    return worker
  }

  #done(outcome: CheckpointOutcome): void {
    this.#isBusy = false
    this.#onDone(outcome)
  }

  #send(worker: Worker, message: ToCheckpointThread): void {
    worker.postMessage(message)
  }
}
