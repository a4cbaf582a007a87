import type Sqlite from 'better-sqlite3'
import { receivedAtOf } from '../journal-batch.ts'
import { REMEMBERED_SECONDS } from '../spike-window.ts'
import { unpackedNumbers } from './format/head.ts'

const TRIM_STEP_BYTES = 4 * 1024 * 1024
const TRIM_STEP_BATCHES = 64
const HEAD_STEP = 64

interface LaneRow {
  lastOffset: number
  trimmedTo: number
  pendingBytes: number
  idsMergedTo: number
}

/** The lane's row and garbage. The caller owns the transaction: `save` in it, `reload` if it failed. */
export class EmbeddedLane {
  #row: LaneRow
  #trimTo = 0
  /** Whether there may be content below `trimmedTo`: unknown at the start. */
  #hasGarbage = true
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
    this.#row = this.#statements.load.get() as LaneRow
  }

  get lastOffset(): number {
    return this.#row.lastOffset
  }

  get pendingRecords(): number {
    return this.#row.lastOffset - this.#row.trimmedTo
  }

  get pendingBytes(): number {
    return this.#row.pendingBytes
  }

  get hasTrimDebt(): boolean {
    return this.#hasGarbage || this.#trimTo > this.#row.trimmedTo
  }

  /** Hands out `count` offsets for a batch of `bytes`; returns the first. */
  handOut(count: number, bytes: number): number {
    this.#row.lastOffset += count
    this.#row.pendingBytes += bytes
    return this.#row.lastOffset - count + 1
  }

  idsMerged(upTo: number): void {
    this.#row.idsMergedTo = Math.max(this.#row.idsMergedTo, upTo)
  }

  allowTrim(offset: number): void {
    this.#trimTo = Math.max(this.#trimTo, Math.min(offset, this.#row.lastOffset))
  }

  /** Forgets all that may be forgotten and deletes the oldest of it, at most some MB. */
  trimStep(): void {
    if (!this.hasTrimDebt) return
    this.#row.trimmedTo = Math.max(this.#row.trimmedTo, this.#trimTo)
    this.#hasGarbage = true
    let bytes = 0
    for (let batches = 0; batches < TRIM_STEP_BATCHES && bytes < TRIM_STEP_BYTES; batches++) {
      const oldest = this.#statements.oldest.get() as
        | { firstOffset: number; lastOffset: number; bytes: number }
        | undefined
      if (!oldest || oldest.lastOffset > this.#row.trimmedTo) {
        this.#hasGarbage = false
        break
      }
      this.#statements.removeContent.run(oldest.firstOffset)
      bytes += oldest.bytes
    }
    this.#row.pendingBytes -= bytes
  }

  /** Deletes some heads that are no longer needed at epoch second `second`; false when there was none. */
  headStep(second: number): boolean {
    const heads = this.#statements.oldestHeads.all() as { lastOffset: number; newestSecond: number }[]
    const { trimmedTo, idsMergedTo } = this.#row
    const needed = heads.findIndex(
      (head) =>
        head.lastOffset > Math.min(trimmedTo, idsMergedTo) ||
        Math.abs(second - head.newestSecond) < REMEMBERED_SECONDS,
    )
    const last = heads[(needed === -1 ? heads.length : needed) - 1]
    if (!last) return false
    this.#statements.removeHeads.run(last.lastOffset)
    return true
  }

  /** Receive time of the oldest record after an offset, epoch ms; null if there is none. */
  oldestReceivedAt(after = this.#row.trimmedTo): number | null {
    const head = this.#statements.headOf.get(after) as { firstOffset: number; numbers: Buffer } | undefined
    if (!head) return null
    return receivedAtOf(unpackedNumbers(head.numbers), Math.max(0, after + 1 - head.firstOffset))
  }

  save(): void {
    const { lastOffset, trimmedTo, pendingBytes, idsMergedTo } = this.#row
    this.#statements.save.run(lastOffset, trimmedTo, pendingBytes, idsMergedTo)
  }

  reload(): void {
    this.#row = this.#statements.load.get() as LaneRow
    this.#hasGarbage = true
  }
}

function prepare(db: Sqlite.Database) {
  return {
    load: db.prepare(`SELECT last_offset AS lastOffset, trimmed_to AS trimmedTo, pending_bytes AS pendingBytes,
      ids_merged_to AS idsMergedTo FROM lane`),
    save: db.prepare(`UPDATE lane SET last_offset = ?, trimmed_to = ?, pending_bytes = ?, ids_merged_to = ?
      WHERE lane = 0`),
    oldest: db.prepare(`SELECT first_offset AS firstOffset, last_offset AS lastOffset, bytes FROM content
      ORDER BY first_offset LIMIT 1`),
    removeContent: db.prepare('DELETE FROM content WHERE first_offset = ?'),
    oldestHeads: db.prepare(`SELECT last_offset AS lastOffset, newest_second AS newestSecond FROM head
      ORDER BY first_offset LIMIT ${HEAD_STEP}`),
    removeHeads: db.prepare('DELETE FROM head WHERE first_offset <= ?'),
    headOf: db.prepare(`SELECT first_offset AS firstOffset, numbers FROM head WHERE last_offset > ?
      ORDER BY first_offset LIMIT 1`),
  }
}
