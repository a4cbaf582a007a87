import type { JournalReader, JournalRecord, LanePosition, RecordMeta } from '../journal.ts'
import { openJournalPool } from './pool.ts'
import { checkJournal } from './schema.ts'

interface RecordRow {
  offset: string
  orgId: string
  projectId: string
  receivedAt: string
  eventId: string
  preview: Buffer
  meta: string
  body: Buffer | null
}

const DEFAULT_CONNECTIONS = 4
const READ_MS = 30_000

const POSITIONS = `
  SELECT lane, epoch, trimmed_to AS "trimmedTo", last_offset AS "lastOffset"
  FROM journal_lane JOIN journal_trim USING (lane) ORDER BY lane`

/** The bytes BEFORE a record decide whether it still belongs to the answer, so that there is one at least. */
const READ = `
  SELECT record_offset AS "offset", org_id AS "orgId", project_id AS "projectId", received_at AS "receivedAt",
    event_id AS "eventId", preview, meta, body
  FROM (
    SELECT *, sum(octet_length(body)) OVER (ORDER BY record_offset ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      AS bytes_before
    FROM (
      SELECT * FROM journal_record WHERE lane = $1 AND record_offset > $2 ORDER BY record_offset LIMIT $3
    ) page
  ) measured
  WHERE coalesce(bytes_before, 0) < $4 ORDER BY record_offset`

/** @throws JournalVersionError; Error if no writer made the journal yet; what PostgreSQL throws. */
export async function openPostgresReader(options: {
  databaseUrl: string
  maxConnections?: number | undefined
}): Promise<JournalReader> {
  const pool = openJournalPool({
    databaseUrl: options.databaseUrl,
    maxConnections: options.maxConnections ?? DEFAULT_CONNECTIONS,
    queryTimeoutMs: READ_MS,
  })
  try {
    await checkJournal(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    async positions() {
      const { rows } = await pool.query<Record<keyof LanePosition, string>>(POSITIONS)
      return rows.map(({ lane, epoch, trimmedTo, lastOffset }) => ({
        lane: Number(lane),
        epoch,
        trimmedTo: Number(trimmedTo),
        lastOffset: Number(lastOffset),
      }))
    },
    async read(lane, after, { maxRecords, maxBytes }) {
      const values = [lane, after, maxRecords, maxBytes]
      const { rows } = await pool.query<RecordRow>({ name: 'journal_read', text: READ, values })
      return rows.map((row) => toRecord(lane, row))
    },
    async close() {
      if (!pool.ended) await pool.end()
    },
  }
}

function toRecord(lane: number, row: RecordRow): JournalRecord {
  return {
    lane,
    offset: Number(row.offset),
    orgId: Number(row.orgId),
    projectId: Number(row.projectId),
    eventId: Buffer.from(row.eventId.replaceAll('-', ''), 'hex'),
    preview: row.preview.toString('hex'),
    receivedAt: Number(row.receivedAt),
    meta: JSON.parse(row.meta) as RecordMeta,
    body: row.body,
  }
}
