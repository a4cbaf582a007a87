import type Sqlite from 'better-sqlite3'
import { explained, journalFile, openJournalFileBeside } from './embedded-file.ts'
import type { JournalReader, JournalRecord, LanePosition, RecordMeta } from './journal.ts'

interface RecordRow {
  offset: number
  orgId: number
  projectId: number
  receivedAt: number
  eventId: Buffer
  preview: Buffer
  meta: string
  body: Buffer | null
}

/**
 * Opens the embedded journal for reading, in any thread, after its writer. Each call reads in a transaction of
 * its own that ends with the call, so that the write-ahead log never waits for the reader.
 * @throws JournalCorruptError, JournalVersionError; Error when there is no journal yet.
 */
export function openEmbeddedReader(options: { dataDir: string }): JournalReader {
  const file = journalFile(options.dataDir)
  const db = openJournalFileBeside(file, { readonly: true })
  const statements = prepare(db)

  function readLane(after: number, maxRecords: number, maxBytes: number): JournalRecord[] {
    const records: JournalRecord[] = []
    const rows = statements.rows.iterate(after, maxRecords) as IterableIterator<RecordRow>
    let bytes = 0
    for (const row of rows) {
      records.push(toRecord(row))
      bytes += row.body?.byteLength ?? 0
      if (bytes >= maxBytes) break
    }
    return records
  }

  return {
    async positions() {
      return explained(file, () => statements.positions.all() as LanePosition[])
    },
    async read(...[lane, after, maxRecords, maxBytes]) {
      if (lane !== 0) return []
      return explained(file, () => readLane(after, maxRecords, maxBytes))
    },
    async close() {
      db.close()
    },
  }
}

function toRecord(row: RecordRow): JournalRecord {
  return {
    lane: 0,
    offset: row.offset,
    orgId: row.orgId,
    projectId: row.projectId,
    eventId: row.eventId,
    preview: row.preview.toString('hex'),
    receivedAt: row.receivedAt,
    meta: JSON.parse(row.meta) as RecordMeta,
    body: row.body,
  }
}

function prepare(db: Sqlite.Database) {
  return {
    positions: db.prepare('SELECT lane, epoch, trimmed_to AS trimmedTo, last_offset AS lastOffset FROM lane'),
    rows: db.prepare(`SELECT offset, org_id AS orgId, project_id AS projectId, received_at AS receivedAt,
      event_id AS eventId, preview, meta, body FROM record WHERE offset > ? ORDER BY offset LIMIT ?`),
  }
}
