import type Sqlite from 'better-sqlite3'

/** What a record takes beside its body, about, bytes. */
const RECORD_BYTES = 512
const TRIM_STEP_BYTES = 8 * 1024 * 1024

interface LaneRow {
  epoch: string
  lastOffset: number
  trimmedTo: number
  pendingBytes: number
}

/**
 * The lane's row and the trimming of its records. The caller owns the transaction: `save` within it, `reload`
 * after it failed.
 */
export class LaneState {
  #row: LaneRow
  #trimTo = 0
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
    this.#row = this.#statements.load.get() as LaneRow
  }

  get pendingRecords(): number {
    return this.#row.lastOffset - this.#row.trimmedTo
  }

  get pendingBytes(): number {
    return this.#row.pendingBytes
  }

  /** Records that may be deleted but are not yet. */
  get trimDebt(): number {
    return Math.max(0, this.#trimTo - this.#row.trimmedTo)
  }

  /** The next offset, for a record with this body. */
  handOut(body: Uint8Array | null): number {
    this.#row.lastOffset += 1
    this.#row.pendingBytes += RECORD_BYTES + (body?.byteLength ?? 0)
    return this.#row.lastOffset
  }

  /** From now on records up to `offset` may be deleted. */
  allowTrim(offset: number): void {
    this.#trimTo = Math.max(this.#trimTo, Math.min(offset, this.#row.lastOffset))
  }

  /** Deletes the oldest of the records that may go: at most `maxRecords`, and few enough to stay short. */
  trimStep(maxRecords: number): void {
    const { trimmedTo } = this.#row
    const limit = Math.min(this.#trimTo, trimmedTo + maxRecords)
    if (limit <= trimmedTo) return
    const sizes = this.#statements.sizes.raw().all(trimmedTo, limit) as [number, number | null][]
    let bytes = 0
    let upTo = trimmedTo
    for (const [offset, bodyBytes] of sizes) {
      if (bytes > TRIM_STEP_BYTES) break
      bytes += RECORD_BYTES + (bodyBytes ?? 0)
      upTo = offset
    }
    this.#statements.remove.run(trimmedTo, upTo)
    this.#row.trimmedTo = upTo
    this.#row.pendingBytes -= bytes
  }

  /** Receive time of the oldest record, epoch ms; null when there is none. */
  oldestReceivedAt(): number | null {
    return (this.#statements.oldest.get() as number | undefined) ?? null
  }

  save(): void {
    const { lastOffset, trimmedTo, pendingBytes } = this.#row
    this.#statements.save.run(lastOffset, trimmedTo, pendingBytes)
  }

  reload(): void {
    this.#row = this.#statements.load.get() as LaneRow
  }
}

function prepare(db: Sqlite.Database) {
  return {
    load: db.prepare(`SELECT epoch, last_offset AS lastOffset, trimmed_to AS trimmedTo,
      pending_bytes AS pendingBytes FROM lane`),
    save: db.prepare('UPDATE lane SET last_offset = ?, trimmed_to = ?, pending_bytes = ? WHERE lane = 0'),
    sizes: db.prepare(`SELECT offset, octet_length(body) FROM record WHERE offset > ? AND offset <= ?
      ORDER BY offset`),
    remove: db.prepare('DELETE FROM record WHERE offset > ? AND offset <= ?'),
    oldest: db.prepare('SELECT received_at FROM record ORDER BY offset LIMIT 1').pluck(),
  }
}
