import { TaskThread } from '#platform/threads/task-thread.ts'
import { FairTurns } from '#platform/turns/fair-turns.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import type { KeptEvent, ProcessingFailure } from '../messages.ts'
import { type PackedRecords, unpackRecords } from './packed-records.ts'

const LONGEST_MS = 10_000
const PLACES = 2
const MEMORY_MB = 512
/** V8 may crash if threads churn. */
const IDLE_MS = 10_000

/** Retries dead letters in threads, which may hang (10 s) or run out of memory. Organizations take turns. */
export class KeptEvents {
  readonly #turns = new FairTurns(PLACES)
  readonly #threads = Array.from({ length: PLACES }, newThread)

  /** @throws TooManyWaitingError */
  async process(event: KeptEvent): Promise<StoredItem | ProcessingFailure> {
    const turn = await this.#turns.take({ orgId: event.orgId })
    try {
      return await this.#threads[turn.place]!.run(event).then(
        (packed) => unpackRecords(packed)[0] as StoredItem,
        (error: Error) => ({ failure: error.message }),
      )
    } finally {
      turn.release()
    }
  }
}

function newThread(): TaskThread<KeptEvent, PackedRecords> {
  return new TaskThread({
    module: new URL('./process-kept-thread.ts', import.meta.url),
    name: 'retry',
    memoryMb: MEMORY_MB,
    longestMs: LONGEST_MS,
    // A turn is for one.
    maxTasks: 1,
    idleMs: IDLE_MS,
    failure: (_why, cause = new Error(`not finished after ${LONGEST_MS / 1000} s`)) => cause,
  })
}
