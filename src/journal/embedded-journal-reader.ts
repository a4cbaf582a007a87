import type Sqlite from 'better-sqlite3'
import { explained, journalFile, openJournalFileBeside } from './embedded-file.ts'
import type { JournalReader, JournalRecord, LanePosition } from './journal.ts'
import { recordsOf } from './journal-batch.ts'

interface BatchRow {
  firstOffset: number
  lastOffset: number
  numbers: Buffer
  eventIds: Buffer
  previews: string
  metas: string
  bodies: Buffer | null
}

/**
 * Opens the embedded journal for reading, in any thread, after its writer. Each call reads in a transaction of
 * its own that ends with the call, so that the write-ahead log never waits for the reader.
 * @throws JournalCorruptError, JournalVersionError; Error when there is no journal yet.
 */
export function openEmbeddedReader(options: { dataDir: string }): JournalReader {
  const file = journalFile(options.dataDir)
  const db = openJournalFileBeside(file, { readonly: true })
  const reader = new BatchReader(db)
  return {
    async positions() {
      return explained(file, () => reader.positions())
    },
    async read(...[lane, after, maxRecords, maxBytes]) {
      if (lane !== 0) return []
      return explained(file, () => reader.read(after, maxRecords, maxBytes))
    },
    async close() {
      db.close()
    },
  }
}

class BatchReader {
  readonly #statements: ReturnType<typeof prepare>
  /** Of the last batch that was read: a call that wants only some of it must not make the next one read it again. */
  #lastBatch: JournalRecord[] = []

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
  }

  positions(): LanePosition[] {
    return this.#statements.positions.all() as LanePosition[]
  }

  read(after: number, maxRecords: number, maxBytes: number): JournalRecord[] {
    const records: JournalRecord[] = []
    let from = Math.max(after, this.#statements.trimmedTo.get() as number)
    let bytes = 0
    for (;;) {
      for (const record of this.#batchAfter(from)) {
        if (record.offset <= from) continue
        if (records.length >= maxRecords || bytes >= maxBytes) return records
        records.push(record)
        bytes += record.body?.byteLength ?? 0
      }
      const last = records.at(-1)?.offset ?? from
      if (last === from || bytes >= maxBytes) return records
      from = last
    }
  }

  /** The batch with the record after offset `after`; empty when there is none yet. */
  #batchAfter(after: number): JournalRecord[] {
    const [first, last] = [this.#lastBatch[0], this.#lastBatch.at(-1)]
    if (first && last && first.offset <= after + 1 && last.offset > after) return this.#lastBatch
    const row = this.#statements.batchAfter.get(after + 1, after) as BatchRow | undefined
    this.#lastBatch = row ? toRecords(row) : []
    return this.#lastBatch
  }
}

function toRecords(row: BatchRow): JournalRecord[] {
  const { firstOffset, lastOffset, numbers, eventIds, previews, metas } = row
  const bytes = numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength)
  const count = lastOffset - firstOffset + 1
  const bodies = row.bodies ?? Buffer.alloc(0)
  return recordsOf(
    { count, numbers: new Float64Array(bytes), eventIds, previews, metas, bodies },
    firstOffset,
  )
}

function prepare(db: Sqlite.Database) {
  return {
    positions: db.prepare('SELECT lane, epoch, trimmed_to AS trimmedTo, last_offset AS lastOffset FROM lane'),
    trimmedTo: db.prepare('SELECT trimmed_to FROM lane').pluck(),
    batchAfter: db.prepare(`SELECT c.first_offset AS firstOffset, c.last_offset AS lastOffset, numbers,
        event_ids AS eventIds, previews, metas, bodies
      FROM content c JOIN head h ON h.first_offset = c.first_offset
      WHERE c.first_offset = (SELECT max(first_offset) FROM content WHERE first_offset <= ?) AND c.last_offset > ?`),
  }
}
