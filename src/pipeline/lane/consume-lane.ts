import type { JournalReader } from '#journal/journal.ts'
import type { Turns } from '#platform/turns/turns.ts'
import type { BatchItem, BatchOutcome } from '#storage/batch/batch.ts'
import type { BatchRange, BatchWriter } from '#storage/batch/write-batch.ts'
import { isEngineFailure } from '#storage/engine/engine-failure.ts'
import { type ConsumerPosition, OffsetMovedError } from '#storage/upkeep/consumer.ts'
import { giveUpAfter } from '../give-up.ts'
import { type Preparation, type PreparedBatch, type Preparer, UnfinishedError } from '../prepare/preparer.ts'
import { type AttemptDeps, LaneAttempts } from './attempts.ts'
import { carefulRecords } from './careful-records.ts'
import { WriteFailures } from './write-failures.ts'

/** A batch has fixed costs: with half as many, the committing thread needs 6 to 15 % more time per event. */
const BATCH_RECORDS = 512
const BATCH_BYTES = 4 * 1024 * 1024
/** None of a batch is seen before all of it is: an ordinary one takes a fifth of this. */
const BATCH_MS = 1_000
/** The next one is prepared while one is committed; a second would only take memory. */
const BATCHES_AHEAD = 1
/** Tried when storage refuses a record: some of those behind it, and as many of the newest. */
const OTHER_RECORDS = 8

export interface ConsumerDeps extends AttemptDeps {
  reader: JournalReader
  preparer: Preparer
  writer: BatchWriter
  /** One at a time: while a record that may have ended the process is tried, no other such record is. */
  suspects: Pick<Turns, 'run'>
}

/** `idle`: nothing to read, or another worker is at it. `isLast`: no record followed when read. */
export type StepResult =
  | { idle: true }
  | { idle: false; offset: number; outcome: BatchOutcome; isLast: boolean }

const ONE_RECORD = { maxRecords: 1, maxBytes: 1 }
const IDLE: StepResult = { idle: true }

/**
 * Processes a lane by batches, preparing the next ones meanwhile. Errors are retried forever.
 * After a fatal attempt records go by few (decision 0250); one that is fatal several times is given up. So is one that storage
 * refuses although it takes others (decision 0227).
 */
export class LaneConsumer {
  readonly #deps: ConsumerDeps
  readonly #lane: number
  readonly #attempts: LaneAttempts
  #position: ConsumerPosition | null = null
  /** The batches after the one last committed, begun and counted as an attempt. */
  readonly #ahead: Promise<PreparedBatch>[] = []
  #carefulUntil = 0
  /** Records processed since the last attempt that did not finish. */
  #passed = 0
  readonly #failures = new WriteFailures(BATCH_RECORDS)
  #isIdle = false

  constructor(deps: ConsumerDeps, lane: number) {
    this.#deps = deps
    this.#lane = lane
    this.#attempts = new LaneAttempts(deps, lane)
  }

  /** Processes and commits the next batch. Throws if the engine fails; the next step tries again. */
  async step(): Promise<StepResult> {
    try {
      const position = this.#position ?? (await this.#load())
      const isSuspect = position.attempts > 0 && !this.#attempts.hasOwn
      return isSuspect
        ? await this.#deps.suspects.run(() => this.#advance(position))
        : await this.#advance(position)
    } catch (error) {
      await this.#startOver(error)
      if (error instanceof OffsetMovedError) return IDLE
      throw error
    }
  }

  /** Releases the lane until the next step: forgets its place and takes back a counted attempt. */
  async rest(): Promise<void> {
    this.#position = null
    this.#ahead.length = 0
    this.#isIdle = false
    this.#deps.writer.forget()
    await this.#attempts.takeBack()
  }

  async #load(): Promise<ConsumerPosition> {
    const position = await this.#attempts.load()
    if (position.attempts > 0) await this.#beCareful(position)
    this.#position = position
    return position
  }

  /** An attempt at this place did not finish: what it may have touched is taken by few records. */
  async #beCareful({ offset }: ConsumerPosition): Promise<void> {
    const { reader } = this.#deps
    const reach = await reader.read(this.#lane, offset, {
      maxRecords: (1 + BATCHES_AHEAD) * BATCH_RECORDS,
      maxBytes: (1 + BATCHES_AHEAD) * BATCH_BYTES,
    })
    this.#carefulUntil = reach.at(-1)?.offset ?? 0
    this.#passed = 0
  }

  async #advance(position: ConsumerPosition): Promise<StepResult> {
    const batch = await this.#next(position)
    if (!batch || batch.to === null) return IDLE
    const outcome = await this.#commit(position, batch, batch.to)
    batch.release()
    return { idle: false, offset: batch.to, outcome, isLast: batch.isLast }
  }

  async #next(position: ConsumerPosition): Promise<PreparedBatch | null> {
    for (let ahead = this.#ahead.shift(); ahead; ahead = this.#ahead.shift()) {
      const batch = await ahead
      if (batch.to !== null) return batch
    }
    return this.#begin(position)
  }

  /** Counts an attempt, then begins the work; null if there is nothing to do, or another worker has begun it. */
  async #begin(position: ConsumerPosition): Promise<PreparedBatch | null> {
    const wasIdle = this.#isIdle
    const [record] = await this.#deps.reader.read(this.#lane, position.offset, ONE_RECORD)
    this.#isIdle = record === undefined
    if (this.#isIdle) {
      // Idle for longer: if the process ends now, the next records must not be suspected of it.
      if (wasIdle && this.#attempts.hasOwn) await this.#startOver(null)
      return null
    }
    const deaths = await this.#attempts.begin(position)
    if (deaths === null) {
      this.#position = null
      return null
    }
    return this.#prepare(position.offset, deaths)
  }

  #prepare(after: number, deaths: number): Promise<PreparedBatch> {
    const careful = after < this.#carefulUntil ? carefulRecords(this.#passed) : BATCH_RECORDS
    const maxRecords = deaths > 0 ? 1 : Math.min(careful, this.#failures.atMost)
    return this.#prepared(after, maxRecords, giveUpAfter(deaths))
  }

  #prepareAhead(offset: number): void {
    while (this.#ahead.length < BATCHES_AHEAD) {
      const after = this.#ahead.length === 0 ? offset : null
      const batch = this.#prepared(after, BATCH_RECORDS)
      // It is awaited by a later step; until then its failure is nobody's.
      batch.catch(() => {})
      this.#ahead.push(batch)
    }
  }

  #prepared(
    after: Preparation['after'],
    maxRecords: number,
    giveUp: Preparation['giveUp'] = null,
  ): Promise<PreparedBatch> {
    const { preparer } = this.#deps
    return preparer.prepare({
      ...{ lane: this.#lane, after, giveUp },
      ...{ maxRecords, maxBytes: BATCH_BYTES, maxMs: BATCH_MS },
    })
  }

  async #commit(from: ConsumerPosition, batch: PreparedBatch, to: number): Promise<BatchOutcome> {
    const items = batch.items()
    const goesOn = to >= this.#carefulUntil && items.length > 1 && !this.#failures.isNarrow
    if (goesOn && !batch.isLast) this.#prepareAhead(to)
    const position = { ...from, offset: to, attempts: goesOn ? 1 : 0 }
    this.#attempts.committing(position)
    const range = { from, to, attempts: position.attempts, now: this.#deps.now() }
    const outcome = await this.#write(range, items)
    this.#attempts.moved(position)
    this.#position = position
    this.#passed += items.length
    return outcome
  }

  async #write(range: BatchRange, items: BatchItem[]): Promise<BatchOutcome> {
    try {
      return await this.#writeOnce(range, items)
    } catch (error) {
      if (!isOfItems(error)) throw error
      this.#failures.failed(range.to, items.length)
      const isSuspect = this.#failures.isAlone && items[0]?.kind === 'stored'
      if (!isSuspect || !(await this.#takesOthers(range))) throw error
      return this.#writeOrGiveUp(range, items)
    }
  }

  async #writeOnce(range: BatchRange, items: BatchItem[]): Promise<BatchOutcome> {
    const outcome = await this.#deps.writer.write(range, items)
    this.#failures.written(range.to)
    return outcome
  }

  /** Storage that failed for a moment takes the record now. */
  async #writeOrGiveUp(range: BatchRange, items: BatchItem[]): Promise<BatchOutcome> {
    try {
      return await this.#writeOnce(range, items)
    } catch (error) {
      if (!isOfItems(error)) throw error
      return this.#giveUpRefused(range, error as Error)
    }
  }

  /** Whether storage would take another record in place of that of `range`: then it is not storage that fails. */
  async #takesOthers(range: BatchRange): Promise<boolean> {
    const { reader, writer } = this.#deps
    if ((await writer.tryWrite(range, [])) === null) return false
    const lane = (await reader.positions()).find((position) => position.lane === this.#lane)
    const newest = (lane?.lastOffset ?? 0) - OTHER_RECORDS
    for (const after of new Set([range.to, Math.max(range.to, newest)])) {
      const batch = await this.#prepared(after, OTHER_RECORDS)
      for (const item of batch.items()) {
        if ((await writer.tryWrite(range, [item]))?.stored === 1) return true
      }
    }
    return false
  }

  async #giveUpRefused(range: BatchRange, { message }: Error): Promise<BatchOutcome> {
    const giveUp = { reason: `could not be written: ${message}`, keepsBody: true }
    const batch = await this.#prepared(range.from.offset, 1, giveUp)
    const outcome = await this.#deps.writer.write(range, batch.items())
    this.#failures.gaveUp(range.to)
    return outcome
  }

  /** Forgets what was read ahead. Only an attempt that ended the processing thread stays counted. */
  async #startOver(error: unknown): Promise<void> {
    this.#position = null
    this.#ahead.length = 0
    if (error instanceof UnfinishedError) return this.#attempts.leave()
    if (error instanceof OffsetMovedError) this.#attempts.notCommitted()
    try {
      await this.#attempts.takeBack()
    } catch {
      // Storage is away: the next step does it before anything else.
    }
  }
}

/** Whether what is written may be why a write failed. */
function isOfItems(error: unknown): boolean {
  return !(error instanceof OffsetMovedError) && !isEngineFailure(error)
}
