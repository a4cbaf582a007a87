import { Worker } from 'node:worker_threads'
import { ServiceError } from '#contract/errors.ts'
import { Turns } from '#platform/turns.ts'
import type { JudgedPassword, PasswordVerdict } from './verdict.ts'

/** The cost grows with the square of the length, and no password gets weaker by what follows. */
const JUDGED_CHARS = 100
const LONGEST_MS = 30_000
const MEMORY_MB = 256
const IDLE_MS = 10_000
const MAX_WAITING = 20

const turns = new Turns({
  running: 1,
  waiting: MAX_WAITING,
  refusal: () => busy('Too many new passwords at once.'),
})

/** The dictionaries take 70 MB and a check up to a second: one thread, one check at a time, ended after
 * idle seconds. @throws rate_limit_exceeded when many wait, or the machine is too busy. */
export function passwordStrength({ password, words }: JudgedPassword): Promise<PasswordVerdict> {
  const judged = { password: [...password].slice(0, JUDGED_CHARS).join(''), words }
  return turns.run(() => judgeInThread(judged))
}

/** Begins with the first password; one that fails or takes too long is ended, and the next password gets a new one. */
class JudgeThread {
  readonly #worker = new Worker(new URL('./strength-thread.ts', import.meta.url), {
    name: 'passwords',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  #settle: { resolve: (verdict: PasswordVerdict) => void; reject: (error: Error) => void } | null = null
  #timer: NodeJS.Timeout | undefined

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (verdict: PasswordVerdict) => this.#settle?.resolve(verdict))
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The password check stopped.')))
  }

  async judge(judged: JudgedPassword): Promise<PasswordVerdict> {
    this.#endIn(LONGEST_MS)
    this.#worker.ref()
    try {
      return await new Promise((resolve, reject) => {
        this.#settle = { resolve, reject }
        this.#worker.postMessage(judged)
      })
    } finally {
      this.#settle = null
      // It keeps no process alive that has nothing else to do.
      this.#worker.unref()
      if (thread === this) this.#endIn(IDLE_MS)
    }
  }

  #endIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#lose(busy('The password check took too long.')), ms).unref()
  }

  #lose(error: Error): void {
    clearTimeout(this.#timer)
    if (thread === this) thread = null
    void this.#worker.terminate()
    this.#settle?.reject(error)
  }
}

let thread: JudgeThread | null = null

function judgeInThread(judged: JudgedPassword): Promise<PasswordVerdict> {
  thread ??= new JudgeThread()
  return thread.judge(judged)
}

function busy(what: string): ServiceError {
  return new ServiceError('rate_limit_exceeded', `${what} Try again shortly.`, { retryAfterSeconds: 5 })
}
