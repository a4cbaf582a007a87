import type { JournalReader, JournalRecord } from '#journal/journal.ts'
import type { BatchItem, BatchOutcome } from '#storage/batch/batch.ts'
import type { BatchWriter } from '#storage/batch/write-batch.ts'
import { beginAttempt, type ConsumerPosition, clearAttempts, readConsumer } from '#storage/consumer.ts'
import { type Database, isEngineFailure } from '#storage/database.ts'
import { deadLetter, type ProcessingLimits, processRecord } from './process-record.ts'

const BATCH_RECORDS = 512
const BATCH_BYTES = 8 * 1024 * 1024
/** A record that was begun this often and never finished is given up. */
export const MAX_ATTEMPTS = 5

/** What a consumer works with. */
export interface ConsumerDeps {
  database: Database
  reader: JournalReader
  writer: BatchWriter
  limits: (projectId: number) => ProcessingLimits
  now: () => number
}

/** What one step did. `idle`: there was nothing to read. */
export type StepResult = { idle: true } | { idle: false; offset: number; outcome: BatchOutcome }

/**
 * Processes one lane of the journal, a batch per `step`. When an earlier attempt at the same place did not
 * finish, records are taken one by one until that place is passed; one that never finishes is given up.
 */
export class LaneConsumer {
  readonly #deps: ConsumerDeps
  readonly #lane: number
  #position: ConsumerPosition | null = null
  /** Records up to this offset are taken one at a time. */
  #carefulUntil = 0

  constructor(deps: ConsumerDeps, lane: number) {
    this.#deps = deps
    this.#lane = lane
  }

  /** Reads, processes and commits the next batch. Throws when the engine fails; the next step tries again. */
  async step(): Promise<StepResult> {
    const position = this.#position ?? (await this.#load())
    const records = await this.#read(position)
    const last = records.at(-1)
    if (!last) return { idle: true }
    try {
      const attempts = await beginAttempt(this.#deps.database.queries, this.#lane, this.#deps.now())
      const items = attempts > MAX_ATTEMPTS ? giveUp(records) : this.#process(records)
      const range = { from: position, to: last.offset, now: this.#deps.now() }
      const outcome = await this.#deps.writer.write(range, items)
      this.#position = { ...position, offset: last.offset, attempts: 0 }
      return { idle: false, offset: last.offset, outcome }
    } catch (error) {
      this.#position = null
      await this.#forgiveEngine(error)
      throw error
    }
  }

  async #read(position: ConsumerPosition): Promise<JournalRecord[]> {
    const careful = position.offset < this.#carefulUntil
    const { reader } = this.#deps
    const records = await reader.read(this.#lane, position.offset, careful ? 1 : BATCH_RECORDS, BATCH_BYTES)
    if (position.attempts === 0 || careful) return records
    this.#carefulUntil = records.at(-1)?.offset ?? 0
    return records.slice(0, 1)
  }

  async #load(): Promise<ConsumerPosition> {
    const position = await readConsumer(this.#deps.database.queries, this.#lane)
    if (!position) throw new Error(`Lane ${this.#lane} has no consumer position.`)
    this.#position = position
    return position
  }

  #process(records: JournalRecord[]): BatchItem[] {
    return records.map((record) => processRecord(record, this.#deps.limits(record.projectId)))
  }

  /** A full disk or a lost server is not the fault of the record at hand. */
  async #forgiveEngine(error: unknown): Promise<void> {
    if (!isEngineFailure(error)) return
    try {
      await clearAttempts(this.#deps.database.queries, this.#lane)
    } catch {
      // The engine is still away; the attempt stays counted, and five of those take minutes.
    }
  }
}

function giveUp(records: JournalRecord[]): BatchItem[] {
  return records.map((record) =>
    deadLetter(record, `given up after ${MAX_ATTEMPTS} attempts that did not finish`),
  )
}
