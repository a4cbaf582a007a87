import { Worker } from 'node:worker_threads'

export interface TaskThreadOptions {
  /** Answers each message with one; it is started with the first task. */
  module: URL
  name: string
  memoryMb: number
  /** For one task, the start of the thread included. */
  longestMs: number
  /** Most tasks that wait or are worked on; further ones are refused. */
  maxTasks: number
  /** The thread ends after so long without a task; absent: it stays. */
  idleMs?: number
  /** What a task fails with; `cause` says why a thread was lost. */
  failure: (why: TaskFailure, cause?: Error) => Error
}

export type TaskFailure = 'too_many' | 'too_slow' | 'lost' | 'closed'

interface Waiting<Task, Result> {
  task: Task
  done: (result: Result) => void
  failed: (error: Error) => void
}

/** Work whose cost senders decide, in a thread of its own, one task after the other. A thread that fails or
 * takes too long is ended with its task; a new one takes the rest. */
export class TaskThread<Task, Result> {
  readonly #options: TaskThreadOptions
  /** The first is worked on. */
  readonly #queue: Waiting<Task, Result>[] = []
  #worker: Worker | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: TaskThreadOptions) {
    this.#options = options
  }

  /** @throws what `failure` makes of it. */
  run(task: Task): Promise<Result> {
    const { maxTasks, failure } = this.#options
    if (this.#isClosed) return Promise.reject(failure('closed'))
    if (this.#queue.length >= maxTasks) return Promise.reject(failure('too_many'))
    return new Promise((done, failed) => {
      this.#queue.push({ task, done, failed })
      if (this.#queue.length === 1) this.#workOnFirst()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const ended = this.#end()
    for (const { failed } of this.#queue.splice(0)) failed(this.#options.failure('closed'))
    await ended
  }

  #workOnFirst(): void {
    const first = this.#queue[0]
    if (!first) {
      this.#rest()
      return
    }
    const worker = this.#worker ?? this.#start()
    this.#worker = worker
    this.#after(this.#options.longestMs, () => this.#lose(worker, 'too_slow'))
    // A process that has nothing else to do waits for the result, and not for the thread.
    worker.ref()
    worker.postMessage(first.task)
  }

  #start(): Worker {
    const { module, name, memoryMb } = this.#options
    const worker = new Worker(module, { name, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.on('message', (result: Result) => {
      if (worker === this.#worker) this.#finishFirst(({ done }) => done(result))
    })
    worker.on('error', (error) => this.#lose(worker, 'lost', error))
    worker.on('exit', () => this.#lose(worker, 'lost', new Error('the thread ended')))
    return worker
  }

  #lose(worker: Worker, why: TaskFailure, cause?: Error): void {
    if (worker !== this.#worker) return
    void this.#end()
    this.#finishFirst(({ failed }) => failed(this.#options.failure(why, cause)))
  }

  #finishFirst(finish: (first: Waiting<Task, Result>) => void): void {
    const first = this.#queue.shift()
    if (first) finish(first)
    this.#workOnFirst()
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#worker?.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#after(idleMs, () => void this.#end())
  }

  #after(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms).unref()
  }

  /** The next task gets a new thread. */
  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    clearTimeout(this.#timer)
    await worker?.terminate()
  }
}
