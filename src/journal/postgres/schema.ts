import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { JournalVersionError } from '../journal.ts'

const FORMAT_VERSION = 1
/** What a record takes beside its body, about, bytes. */
export const RECORD_BYTES = 512
/** Lanes of a new journal; it keeps them for life, since a project must stay in its lane. */
const LANES = 8

export function laneOf({ projectId }: { projectId: number }, lanes: number): number {
  return projectId % lanes
}

/** Serializes nodes that start together; any number that nobody else uses. */
const SETUP_LOCK = 7_218_340_913

/**
 * A `journal_lane` row locks a lane: its offsets, and accepted ids, cap use and spikes of its projects.
 * Bodies are about 5 KB, mostly compressed: stored in the row as they are.
 */
const SCHEMA = `
  CREATE TABLE journal_format (version INT PRIMARY KEY);
  CREATE TABLE journal_lane (
    lane INT PRIMARY KEY,
    epoch TEXT NOT NULL,
    last_offset BIGINT NOT NULL DEFAULT 0,
    appended_bytes BIGINT NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10);
  CREATE TABLE journal_trim (
    lane INT PRIMARY KEY,
    trimmed_to BIGINT NOT NULL DEFAULT 0,
    trimmed_bytes BIGINT NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10);
  CREATE TABLE journal_record (
    lane INT NOT NULL,
    record_offset BIGINT NOT NULL,
    org_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    event_id UUID NOT NULL,
    preview BYTEA NOT NULL,
    meta TEXT NOT NULL,
    body BYTEA,
    PRIMARY KEY (lane, record_offset)
  ) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
  ALTER TABLE journal_record ALTER COLUMN body SET STORAGE EXTERNAL;
  CREATE TABLE journal_accepted (
    project_id BIGINT NOT NULL,
    event_id UUID NOT NULL,
    accepted_at BIGINT NOT NULL,
    preview BYTEA,
    PRIMARY KEY (project_id, event_id)
  );
  CREATE INDEX journal_accepted_at ON journal_accepted (accepted_at);
  CREATE TABLE journal_cap_use (
    hour BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (hour, project_id)
  ) WITH (fillfactor = 50);
  CREATE TABLE journal_spike (
    project_id BIGINT NOT NULL,
    preview BYTEA NOT NULL,
    newest_second BIGINT NOT NULL,
    admitted TEXT NOT NULL,
    PRIMARY KEY (project_id, preview)
  ) WITH (fillfactor = 50);
  CREATE TABLE journal_batch (
    token UUID PRIMARY KEY,
    verdicts BYTEA NOT NULL,
    committed_at BIGINT NOT NULL
  );
  CREATE INDEX journal_batch_committed_at ON journal_batch (committed_at);`

/** Safe with many nodes at once. @returns the number of lanes. @throws JournalVersionError if newer. */
export async function setUpJournal(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK])
    const exists = await client.query("SELECT to_regclass('journal_format') IS NOT NULL AS yes")
    if (!exists.rows[0].yes) await create(client)
    await checkVersion(client)
    await addPreviews(client)
    const lanes = await client.query('SELECT count(*)::int AS lanes FROM journal_lane')
    await client.query('COMMIT')
    return lanes.rows[0].lanes
  } finally {
    // Ended, not reused: after a failure it is in the middle of a transaction.
    client.release(true)
  }
}

/** Journals of earlier versions lack the column; nodes of those versions may still be running. */
async function addPreviews(client: pg.PoolClient): Promise<void> {
  const known = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'journal_accepted'::regclass AND attname = 'preview'",
  )
  if (known.rowCount === 0) await client.query('ALTER TABLE journal_accepted ADD COLUMN preview BYTEA')
}

/** @throws JournalVersionError; Error if there is no journal. */
export async function checkJournal(pool: pg.Pool): Promise<void> {
  const exists = await pool.query("SELECT to_regclass('journal_format') IS NOT NULL AS yes")
  if (!exists.rows[0].yes)
    throw new Error('There is no journal in this database yet; start the service first.')
  await checkVersion(pool)
}

async function create(client: pg.PoolClient): Promise<void> {
  await client.query(SCHEMA)
  await client.query('INSERT INTO journal_format VALUES ($1)', [FORMAT_VERSION])
  const lanes = Array.from({ length: LANES }, (_, lane) => lane)
  await client.query('INSERT INTO journal_lane (lane, epoch) SELECT unnest($1::int[]), $2', [
    lanes,
    randomUUID(),
  ])
  await client.query('INSERT INTO journal_trim (lane) SELECT unnest($1::int[])', [lanes])
}

async function checkVersion(client: pg.Pool | pg.PoolClient): Promise<void> {
  const format = await client.query('SELECT max(version) AS version FROM journal_format')
  const version: number = format.rows[0].version
  if (version <= FORMAT_VERSION) return
  throw new JournalVersionError(
    `The journal in this database has format ${version}; this version supports formats up to ` +
      `${FORMAT_VERSION}. Start the newer version that wrote it.`,
  )
}
