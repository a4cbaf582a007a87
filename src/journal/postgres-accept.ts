import type pg from 'pg'
import { addsRecord, judge, type Verdict, verdictCode } from './accept-rules.ts'
import { type AppendRequest, JournalUnavailableError } from './journal.ts'
import { loadMemory, type PostgresMemory, SAVE_MEMORY } from './postgres-memory.ts'
import { RECORD_BYTES } from './postgres-schema.ts'

/** One batch of one lane, with the name under which its outcome is kept. */
export interface LaneBatch {
  lane: number
  /** UUID, the same on every try. */
  token: string
  requests: AppendRequest[]
  /** Bytes waiting in the lane beyond which the batch is refused as `full`. */
  maxBacklogBytes: number
}

interface LaneRow {
  lastOffset: string
  backlogBytes: string
}

const SAVE_BATCH = `
  WITH ${SAVE_MEMORY},
  saved_batch AS (INSERT INTO journal_batch (token, verdicts, committed_at) VALUES ($11, $12, $13)),
  saved_lane AS (
    UPDATE journal_lane SET last_offset = last_offset + $15, appended_bytes = appended_bytes + $16 WHERE lane = $14)
  INSERT INTO journal_record (lane, record_offset, org_id, project_id, received_at, event_id, preview, meta, body)
  SELECT $14::int, record_offset, org_id, project_id, received_at, event_id, decode(preview, 'hex'), meta,
    CASE WHEN body_length >= 0 THEN substr($25::bytea, body_start + 1, body_length) END
  FROM unnest($17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::uuid[], $22::text[], $23::text[],
    $24::int[], $26::int[])
    AS added (record_offset, org_id, project_id, received_at, event_id, preview, meta, body_start, body_length)`

/**
 * Judges and records one batch in one transaction. The lane's row is locked first: it hands out the offsets, so
 * that nobody ever sees n+1 before n, and it keeps other nodes from the state that the judgement rests on.
 *
 * A try may commit and yet fail here, when the connection breaks before the answer. So each batch leaves its
 * verdicts under its token, and a further try (`isRetry`) that finds them reports those instead of judging anew.
 * No statement waits longer than `patienceMs`.
 * @returns one verdict code per request. Throws what PostgreSQL or the connection throws.
 */
export async function acceptBatch(
  client: pg.PoolClient,
  batch: LaneBatch,
  { isRetry, patienceMs }: { isRetry: boolean; patienceMs: number },
): Promise<Uint8Array> {
  const [lane, memory] = await Promise.all([
    lockLane(client, batch, patienceMs),
    loadMemory(client, batch.requests),
  ])
  const known = isRetry ? await earlierVerdicts(client, batch.token) : null
  if (known) {
    await client.query('ROLLBACK')
    return known
  }
  if (Number(lane.backlogBytes) > batch.maxBacklogBytes) {
    await client.query('ROLLBACK')
    throw new JournalUnavailableError('full', 'The journal waits for its reader.')
  }
  const verdicts = batch.requests.map((request) => judge(request, memory))
  const codes = Uint8Array.from(verdicts, verdictCode)
  if (codes.some(addsRecord)) {
    const values = savedValues(batch, { verdicts, codes, memory, lastOffset: Number(lane.lastOffset) })
    const save = client.query({ name: 'journal_save_batch', text: SAVE_BATCH, values })
    await Promise.all([save, client.query('COMMIT')])
  } else {
    await client.query('ROLLBACK')
  }
  return codes
}

async function lockLane(client: pg.PoolClient, { lane }: LaneBatch, patienceMs: number): Promise<LaneRow> {
  const [, locked] = await Promise.all([
    client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(patienceMs))}`,
    ),
    client.query<LaneRow>({
      name: 'journal_lock_lane',
      text: `SELECT last_offset AS "lastOffset", appended_bytes - (SELECT trimmed_bytes FROM journal_trim t
        WHERE t.lane = l.lane) AS "backlogBytes" FROM journal_lane l WHERE lane = $1 FOR UPDATE`,
      values: [lane],
    }),
  ])
  return locked.rows[0]!
}

async function earlierVerdicts(client: pg.PoolClient, token: string): Promise<Uint8Array | null> {
  const text = 'SELECT verdicts FROM journal_batch WHERE token = $1'
  const { rows } = await client.query<{ verdicts: Buffer }>({
    name: 'journal_earlier_verdicts',
    text,
    values: [token],
  })
  return rows[0]?.verdicts ?? null
}

interface Judged {
  verdicts: Verdict[]
  codes: Uint8Array
  memory: PostgresMemory
  lastOffset: number
}

/** Parameters of SAVE_BATCH. All bodies go as one: a single byte string is sent as it is, a list of them as text. */
function savedValues(batch: LaneBatch, { verdicts, codes, memory, lastOffset }: Judged): unknown[] {
  const added = batch.requests.flatMap((request, index) =>
    addsRecord(codes[index]!) ? [{ request, body: verdicts[index] === 'whole' ? request.body : null }] : [],
  )
  const bodies = added.map(({ body }) => body ?? new Uint8Array())
  const lengths = added.map(({ body }) => body?.byteLength ?? -1)
  let end = 0
  const starts = bodies.map((body) => {
    end += body.byteLength
    return end - body.byteLength
  })
  return [
    ...memory.changes(),
    batch.token,
    Buffer.from(codes),
    Date.now(),
    batch.lane,
    added.length,
    end + added.length * RECORD_BYTES,
    added.map((_, index) => lastOffset + 1 + index),
    added.map(({ request }) => request.orgId),
    added.map(({ request }) => request.projectId),
    added.map(({ request }) => request.receivedAt),
    added.map(({ request }) => Buffer.from(request.eventId).toString('hex')),
    added.map(({ request }) => request.preview),
    added.map(({ request }) => JSON.stringify(request.meta)),
    starts,
    Buffer.concat(bodies),
    lengths,
  ]
}
