import type Sqlite from 'better-sqlite3'
import type { JournalReader, JournalRecord, LanePosition, ReadBounds } from '../journal.ts'
import { type PlacedBatch, placedBatch, recordsFrom } from '../journal-batch.ts'
import { explained, journalFile, openJournalFileBeside } from './format/file.ts'
import { type HeadRow, headColumns } from './format/head.ts'

const POSITIONS = 'SELECT lane, epoch, trimmed_to AS trimmedTo, last_offset AS lastOffset FROM lane'

interface BatchRow extends HeadRow {
  firstOffset: number
  metas: string
  bodies: Buffer | null
}

/**
 * Reads in any thread, after the writer. One transaction per call, so that the log never waits for it.
 * @throws JournalCorruptError, JournalVersionError; Error if there is no journal.
 */
export function openEmbeddedReader(options: { dataDir: string }): JournalReader {
  const file = journalFile(options.dataDir)
  const db = openJournalFileBeside(file, { readonly: true })
  const reader = new BatchReader(db)
  return {
    async positions() {
      return explained(file, () => reader.positions())
    },
    async read(lane, after, most) {
      if (lane !== 0) return []
      return explained(file, () => reader.read(after, most))
    },
    async close() {
      db.close()
    },
  }
}

/** The positions in a held picture of the journal's file, of which `read` gives the rows of a statement. */
export function heldPositions(read: <Row>(statement: string) => Row[]): LanePosition[] {
  return read<LanePosition>(POSITIONS)
}

class BatchReader {
  readonly #statements: ReturnType<typeof prepare>
  /** Of the last batch that was read: a call that wants only some of it must not make the next one read it again. */
  #lastBatch: PlacedBatch | null = null

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
  }

  positions(): LanePosition[] {
    return this.#statements.positions.all() as LanePosition[]
  }

  read(after: number, { maxRecords, maxBytes }: ReadBounds): JournalRecord[] {
    const records: JournalRecord[] = []
    let from = Math.max(after, this.#statements.trimmedTo.get() as number)
    let bytes = 0
    for (;;) {
      const batch = this.#batchAfter(from)
      if (!batch) return records
      for (const record of recordsFrom(
        batch,
        Math.max(from + 1, batch.firstOffset),
        maxRecords - records.length,
      )) {
        if (bytes >= maxBytes) return records
        records.push(record)
        bytes += record.body?.byteLength ?? 0
      }
      from = records.at(-1)?.offset ?? from
      if (records.length >= maxRecords || bytes >= maxBytes) return records
    }
  }

  #batchAfter(after: number): PlacedBatch | null {
    const last = this.#lastBatch
    if (last && last.firstOffset <= after + 1 && lastOffsetOf(last) > after) return last
    const row = this.#statements.batchAfter.get(after + 1, after) as BatchRow | undefined
    this.#lastBatch = row ? toBatch(row) : null
    return this.#lastBatch
  }
}

function lastOffsetOf({ batch, firstOffset }: PlacedBatch): number {
  return firstOffset + batch.count - 1
}

function toBatch(row: BatchRow): PlacedBatch {
  const { firstOffset, metas } = row
  const bodies = row.bodies ?? Buffer.alloc(0)
  return placedBatch({ ...headColumns(row), metas, bodies }, firstOffset)
}

function prepare(db: Sqlite.Database) {
  return {
    positions: db.prepare(POSITIONS),
    trimmedTo: db.prepare('SELECT trimmed_to FROM lane').pluck(),
    batchAfter: db.prepare(`SELECT c.first_offset AS firstOffset, numbers,
        event_ids AS eventIds, previews, metas, bodies
      FROM content c JOIN head h ON h.first_offset = c.first_offset
      WHERE c.first_offset = (SELECT max(first_offset) FROM content WHERE first_offset <= ?) AND c.last_offset > ?`),
  }
}
