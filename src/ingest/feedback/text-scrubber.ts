import { ServiceError } from '#contract/errors.ts'
import { type TaskFailure, TaskThread } from '#platform/threads/task-thread.ts'

const LONGEST_MS = 5_000
const MAX_REQUESTS = 64
const MEMORY_MB = 64

const FAILURES: Record<TaskFailure, string> = {
  too_many: 'Too many texts are being checked for secrets.',
  too_slow: 'The text could not be checked for secrets.',
  lost: 'The text could not be checked for secrets.',
  closed: 'The service is shutting down.',
}

/** Scrubs the texts of one request after the other, in a thread of its own: senders decide how much work they are. */
export class TextScrubber {
  readonly #thread: TaskThread<readonly string[], string[]>

  /** @param longestMs for the texts of one request, where a millisecond is usual. */
  constructor(longestMs = LONGEST_MS) {
    this.#thread = new TaskThread({
      module: new URL('./text-scrubber-thread.ts', import.meta.url),
      name: 'feedback',
      memoryMb: MEMORY_MB,
      longestMs,
      maxTasks: MAX_REQUESTS,
      failure: (why, cause) => unavailable(FAILURES[why], cause),
    })
  }

  /** In the same order. @throws queue_unavailable if too many wait, one is too slow, or the service ends. */
  async scrub(texts: readonly string[]): Promise<string[]> {
    return texts.every((text) => text === '') ? [...texts] : this.#thread.run(texts)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function unavailable(what: string, cause?: Error): ServiceError {
  return new ServiceError('queue_unavailable', `${what} Try again shortly.`, { retryAfterSeconds: 5, cause })
}
