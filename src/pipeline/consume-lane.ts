import type { JournalReader } from '#journal/journal.ts'
import type { BatchItem, BatchOutcome } from '#storage/batch/batch.ts'
import type { BatchWriter } from '#storage/batch/write-batch.ts'
import { beginAttempt, type ConsumerPosition, clearAttempts, readConsumer } from '#storage/consumer.ts'
import { type Database, isEngineFailure } from '#storage/database.ts'
import type { GiveUp } from './give-up.ts'
import type { PreparedBatch, Preparer } from './preparer.ts'

const BATCH_RECORDS = 256
const BATCH_BYTES = 4 * 1024 * 1024
/**
 * Batches prepared ahead of the one that is committed. The thread that commits answers no message meanwhile, so
 * with one batch ahead each thread would wait for the slower of the two, every time anew.
 */
const BATCHES_AHEAD = 2
/** A record that was begun this often and never finished is given up. */
const MAX_ATTEMPTS = 5
const GIVEN_UP = `given up after ${MAX_ATTEMPTS} attempts that did not finish`

/** What is given up is scrubbed once more, to be kept; where that ends the process as well, it is not kept. */
function giveUpAfter(attempts: number): GiveUp | null {
  if (attempts <= MAX_ATTEMPTS) return null
  return { reason: GIVEN_UP, keepsBody: attempts === MAX_ATTEMPTS + 1 }
}

/** What a consumer works with. */
export interface ConsumerDeps {
  database: Database
  reader: JournalReader
  preparer: Preparer
  writer: BatchWriter
  now: () => number
}

/** What one step did. `idle`: there was nothing to read. */
export type StepResult = { idle: true } | { idle: false; offset: number; outcome: BatchOutcome }

/**
 * Processes one lane of the journal, a batch per `step`; while one batch is committed the next ones are prepared.
 * When an earlier attempt at the same place did not finish, records are taken one by one until that place
 * is passed; one that never finishes is given up.
 */
export class LaneConsumer {
  readonly #deps: ConsumerDeps
  readonly #lane: number
  #position: ConsumerPosition | null = null
  /** The batches after the one last committed, begun and counted as an attempt. */
  readonly #ahead: Promise<PreparedBatch>[] = []
  /** Records up to this offset are taken one at a time. */
  #carefulUntil = 0

  constructor(deps: ConsumerDeps, lane: number) {
    this.#deps = deps
    this.#lane = lane
  }

  /** Processes and commits the next batch. Throws when the engine fails; the next step tries again. */
  async step(): Promise<StepResult> {
    try {
      const position = this.#position ?? (await this.#load())
      const batch = await (this.#ahead.shift() ?? this.#begin(position))
      if (!batch || batch.to === null) return { idle: true }
      const result = await this.#commit(position, batch.items(), batch.to)
      batch.release()
      return result
    } catch (error) {
      await this.#startOver(error)
      throw error
    }
  }

  async #load(): Promise<ConsumerPosition> {
    const position = await readConsumer(this.#deps.database.queries, this.#lane)
    if (!position) throw new Error(`Lane ${this.#lane} has no consumer position.`)
    if (position.attempts > 0) await this.#beCareful(position)
    this.#position = position
    return position
  }

  /** An attempt at this place did not finish: everything it may have touched is taken record by record. */
  async #beCareful({ offset }: ConsumerPosition): Promise<void> {
    const { reader } = this.#deps
    const reach = await reader.read(
      this.#lane,
      offset,
      (1 + BATCHES_AHEAD) * BATCH_RECORDS,
      (1 + BATCHES_AHEAD) * BATCH_BYTES,
    )
    this.#carefulUntil = reach.at(-1)?.offset ?? 0
  }

  /** Counts an attempt, then begins the work; null when there is nothing to do. */
  async #begin({ offset }: ConsumerPosition): Promise<PreparedBatch | null> {
    const { database, reader, now } = this.#deps
    if ((await reader.read(this.#lane, offset, 1, 1)).length === 0) return null
    const attempts = await beginAttempt(database.queries, this.#lane, now())
    return this.#prepare(offset, giveUpAfter(attempts))
  }

  #prepare(after: number, giveUp: GiveUp | null): Promise<PreparedBatch> {
    const maxRecords = after < this.#carefulUntil ? 1 : BATCH_RECORDS
    const place = { lane: this.#lane, after, maxRecords, maxBytes: BATCH_BYTES }
    return this.#deps.preparer.prepare({ ...place, giveUp })
  }

  /** Has the batches after this offset prepared, each where the one before it ends. */
  #prepareAhead(offset: number): void {
    const place = { lane: this.#lane, maxRecords: BATCH_RECORDS, maxBytes: BATCH_BYTES, giveUp: null }
    while (this.#ahead.length < BATCHES_AHEAD) {
      const after = this.#ahead.length === 0 ? offset : null
      const batch = this.#deps.preparer.prepare({ ...place, after })
      // It is awaited by a later step; until then its failure is nobody's.
      batch.catch(() => {})
      this.#ahead.push(batch)
    }
  }

  async #commit(from: ConsumerPosition, items: BatchItem[], to: number): Promise<StepResult> {
    const goesOn = to >= this.#carefulUntil && items.length > 1
    if (goesOn) this.#prepareAhead(to)
    const attempts = goesOn ? 1 : 0
    const range = { from, to, attempts, now: this.#deps.now() }
    const outcome = await this.#deps.writer.write(range, items)
    this.#position = { ...from, offset: to, attempts }
    return { idle: false, offset: to, outcome }
  }

  /** Forgets what was read ahead. A full disk or a lost server is not the fault of the record at hand. */
  async #startOver(error: unknown): Promise<void> {
    this.#position = null
    this.#ahead.length = 0
    if (!isEngineFailure(error)) return
    try {
      await clearAttempts(this.#deps.database.queries, this.#lane)
    } catch {
      // The engine is still away; the attempt stays counted, and five of those take minutes.
    }
  }
}
