import type pg from 'pg'
import { answersInOrder } from '#platform/answers-in-order.ts'
import { addsRecord, judge, verdictCode } from '../accept-rules.ts'
import type { DedupeTime } from '../dedupe-time.ts'
import { type AppendRequest, JOURNAL_FULL, JournalUnavailableError } from '../journal.ts'
import { loadMemory, type PostgresMemory, SAVE_MEMORY } from './memory.ts'
import { laneOf, RECORD_BYTES } from './schema.ts'

export interface BatchVerdicts {
  codes: Uint8Array
  receivedAt: number
  /** For lanes that others held, ms. */
  waitedMs: number
}

/** Requests to be judged and recorded together, with the name under which the outcome is kept. */
export interface PostgresBatch {
  /** UUID, the same on every try. */
  token: string
  requests: AppendRequest[]
  /** Lanes of the journal. */
  lanes: number
  /** Bytes waiting in any lane concerned beyond which the batch is refused as `full`. */
  maxBacklogBytes: number
  dedupeTime: Pick<DedupeTime, 'trusted'>
}

interface LaneRow {
  lane: number
  lastOffset: string
  backlogBytes: string
}

const SAVE_BATCH = `
  WITH ${SAVE_MEMORY},
  saved_batch AS (INSERT INTO journal_batch (token, verdicts, committed_at) VALUES ($8, $9, $10)),
  saved_lanes AS (
    UPDATE journal_lane l SET last_offset = grown.last_offset, appended_bytes = l.appended_bytes + grown.bytes
    FROM unnest($11::int[], $12::bigint[], $13::bigint[]) AS grown (lane, last_offset, bytes)
    WHERE l.lane = grown.lane),
  added AS (
    SELECT lane, record_offset, org_id, project_id, received_at, event_id, decode(preview, 'hex') AS preview, meta,
      body_start, body_length
    FROM unnest($14::int[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::uuid[], $20::text[],
      $21::text[], $22::int[], $23::int[])
      AS sent (lane, record_offset, org_id, project_id, received_at, event_id, preview, meta, body_start, body_length)),
  saved_ids AS (
    INSERT INTO journal_accepted (project_id, event_id, accepted_at, preview)
    SELECT project_id, event_id, received_at, preview FROM added
    ON CONFLICT (project_id, event_id) DO UPDATE SET accepted_at = excluded.accepted_at, preview = excluded.preview)
  INSERT INTO journal_record (lane, record_offset, org_id, project_id, received_at, event_id, preview, meta, body)
  SELECT lane, record_offset, org_id, project_id, received_at, event_id, preview, meta,
    CASE WHEN body_length >= 0 THEN substr($24::bytea, body_start + 1, body_length) END
  FROM added`

/**
 * Judges and records a batch in one transaction, its lanes locked in order: offsets appear in sequence.
 * A commit's answer may be lost: verdicts are kept by token, for a retry (`isRetry`) to find.
 * PostgreSQL's clock decides for all nodes. `patienceMs` bounds each wait. @throws what PostgreSQL throws.
 */
export async function acceptBatch(
  client: pg.PoolClient,
  batch: PostgresBatch,
  { isRetry, patienceMs }: { isRetry: boolean; patienceMs: number },
): Promise<BatchVerdicts> {
  const [lanes, memory] = await answersInOrder([
    lockLanes(client, batch, patienceMs),
    loadMemory(client, batch),
  ])
  const known = isRetry ? await earlierVerdicts(client, batch.token) : null
  if (known) {
    await client.query('ROLLBACK')
    return { codes: known, receivedAt: memory.now, waitedMs: memory.waitedMs }
  }
  if (lanes.some(({ backlogBytes }) => Number(backlogBytes) > batch.maxBacklogBytes)) {
    await client.query('ROLLBACK')
    throw new JournalUnavailableError('full', JOURNAL_FULL)
  }
  const received = batch.requests.map((request) => ({ ...request, receivedAt: memory.now }))
  const codes = Uint8Array.from(received, (request) => verdictCode(judge(request, memory)))
  if (codes.some(addsRecord)) {
    const values = savedValues({ ...batch, requests: received }, { codes, memory, lanes })
    const save = client.query({ name: 'journal_save_batch', text: SAVE_BATCH, values })
    await answersInOrder([save, client.query('COMMIT')])
  } else {
    await client.query('ROLLBACK')
  }
  return { codes, receivedAt: memory.now, waitedMs: memory.waitedMs }
}

const LOCK_LANES = `
  SELECT lane, last_offset AS "lastOffset", appended_bytes -
    (SELECT trimmed_bytes FROM journal_trim t WHERE t.lane = l.lane) AS "backlogBytes"
  FROM journal_lane l WHERE lane = ANY ($1::int[]) ORDER BY lane FOR UPDATE`

/** Begins the transaction, in one round trip: the messages follow one another without waiting for answers. */
async function lockLanes(
  client: pg.PoolClient,
  batch: PostgresBatch,
  patienceMs: number,
): Promise<LaneRow[]> {
  const lanes = [...new Set(batch.requests.map((request) => laneOf(request, batch.lanes)))]
  const begin = client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(patienceMs))}`,
  )
  const lock = client.query<LaneRow>({ name: 'journal_lock_lanes', text: LOCK_LANES, values: [lanes] })
  const [, { rows }] = await answersInOrder([begin, lock])
  return rows
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
  codes: Uint8Array
  memory: PostgresMemory
  lanes: LaneRow[]
}

/** Parameters of SAVE_BATCH. All bodies go as one: a single byte string is sent as it is, a list of them as text. */
function savedValues(batch: PostgresBatch, { codes, memory, lanes }: Judged): unknown[] {
  const grown = new Map(lanes.map(({ lane, lastOffset }) => [lane, { last: Number(lastOffset), bytes: 0 }]))
  const bodies: Uint8Array[] = []
  let end = 0
  const added = batch.requests.flatMap((request, index) => {
    if (!addsRecord(codes[index]!)) return []
    const body = codes[index] === verdictCode('whole') ? request.body : null
    const lane = laneOf(request, batch.lanes)
    const growth = grown.get(lane)!
    growth.last += 1
    growth.bytes += RECORD_BYTES + (body?.byteLength ?? 0)
    const start = end
    end += body?.byteLength ?? 0
    if (body) bodies.push(body)
    return [{ request, lane, offset: growth.last, start, length: body?.byteLength ?? -1 }]
  })
  return [
    ...memory.changes(),
    batch.token,
    Buffer.from(codes),
    memory.now,
    [...grown.keys()],
    [...grown.values()].map(({ last }) => last),
    [...grown.values()].map(({ bytes }) => bytes),
    added.map(({ lane }) => lane),
    added.map(({ offset }) => offset),
    added.map(({ request }) => request.orgId),
    added.map(({ request }) => request.projectId),
    added.map(({ request }) => request.receivedAt),
    added.map(({ request }) => Buffer.from(request.eventId).toString('hex')),
    added.map(({ request }) => request.preview),
    added.map(({ request }) => JSON.stringify(request.meta)),
    added.map(({ start }) => start),
    added.map(({ length }) => length),
    Buffer.concat(bodies),
  ]
}
