import { type Preparation, type PreparedBatch, Preparer } from '#pipeline/prepare/preparer.ts'
import type { ConsumedLane } from './consumed-lane.ts'

/** The records of a batch before they are prepared. */
export interface BatchToPrepare {
  offsets: number[]
  /** They are given up. */
  isVerdict: boolean
}

/** A preparer whose batches a test may hold up or let fail: that rejects what `watch` rejects. */
export class WatchedPreparer extends Preparer {
  readonly #lane: ConsumedLane
  readonly #watch: (batch: BatchToPrepare) => Promise<void>
  #next = 0

  constructor(lane: ConsumedLane, watch: (batch: BatchToPrepare) => Promise<void>) {
    super(lane.options)
    this.#lane = lane
    this.#watch = watch
  }

  override async prepare(preparation: Preparation): Promise<PreparedBatch> {
    const { lane, maxRecords, maxBytes, giveUp } = preparation
    const after = preparation.after ?? this.#next
    const records = await this.#lane.reader.read(lane, after, { maxRecords, maxBytes })
    const offsets = records.map(({ offset }) => offset)
    this.#next = offsets.at(-1) ?? after
    await this.#watch({ offsets, isVerdict: giveUp !== null })
    return super.prepare({ ...preparation, after })
  }
}
