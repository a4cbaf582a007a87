import { type Selectable, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { documentReader, type ReadDocument } from '../event/payload.ts'
import type { EventTable } from '../schema/event.ts'
import type { IssueRange } from './issue-facts.ts'

export type ReadEvent = Selectable<EventTable> & ReadDocument

/** Documents in memory at once; each can be a few MB. */
const READ_TOGETHER = 50

/** Stored events with documents, by row key: all, or the last one of each dictionary of an issue. */
export async function* readEventsOf(
  scope: OrgScope,
  { range, isDeep, after: first }: { range: IssueRange; isDeep: boolean; after: number },
): AsyncGenerator<ReadEvent, void> {
  for (let after = first; ; ) {
    const seqs = isDeep ? await nextSeqs(scope, range, after) : await sampledSeqs(scope, range, after)
    if (seqs.length === 0) return
    yield* readRows(scope, seqs)
    after = seqs.at(-1)!
  }
}

export async function* readNewestEvents(
  scope: OrgScope,
  { first, last }: IssueRange,
): AsyncGenerator<ReadEvent, void> {
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM (
      SELECT seq, row_number() OVER (PARTITION BY issue_id ORDER BY occurred_at DESC, seq DESC) AS place FROM event
      WHERE org_id = ${scope.orgId} AND issue_id >= ${first} AND issue_id <= ${last}
    ) AS placed
    WHERE place = 1 ORDER BY seq`.execute(scope.db)
  for (let at = 0; at < rows.length; at += READ_TOGETHER) {
    const seqs = rows.slice(at, at + READ_TOGETHER).map(({ seq }) => seq)
    yield* readRows(scope, seqs)
  }
}

async function* readRows(scope: OrgScope, seqs: readonly number[]): AsyncGenerator<ReadEvent, void> {
  if (seqs.length === 0) return
  const read = documentReader()
  for (const { data, dictionary_id, dictionary, ...row } of await rowsOf(scope, seqs))
    yield { ...row, ...read({ data, dictionary_id, dictionary }) }
}

async function nextSeqs(scope: OrgScope, { first, last }: IssueRange, after: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM event
    WHERE org_id = ${scope.orgId} AND issue_id >= ${first} AND issue_id <= ${last} AND seq > ${after}
    ORDER BY seq LIMIT ${READ_TOGETHER}`.execute(scope.db)
  return rows.map(({ seq }) => seq)
}

async function sampledSeqs(scope: OrgScope, { first, last }: IssueRange, after: number): Promise<number[]> {
  const ofRange = sql`event.org_id = ${scope.orgId} AND event.issue_id >= ${first} AND event.issue_id <= ${last}`
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM (
      SELECT max(event.seq) AS seq FROM event
      JOIN event_payload ON event_payload.seq = event.seq AND event_payload.org_id = event.org_id
      WHERE ${ofRange} GROUP BY event.issue_id, event_payload.dictionary_id
    ) AS sampled
    WHERE seq > ${after} ORDER BY seq LIMIT ${READ_TOGETHER}`.execute(scope.db)
  return rows.map(({ seq }) => seq)
}

function rowsOf(scope: OrgScope, seqs: readonly number[]) {
  return scope.db
    .selectFrom('event')
    .leftJoin('event_payload as payload', (join) =>
      join.onRef('payload.org_id', '=', 'event.org_id').onRef('payload.seq', '=', 'event.seq'),
    )
    .leftJoin('payload_dictionary as dictionary', (join) =>
      join
        .onRef('dictionary.org_id', '=', 'event.org_id')
        .onRef('dictionary.id', '=', 'payload.dictionary_id'),
    )
    .selectAll('event')
    .select(['payload.data', 'payload.dictionary_id', 'dictionary.data as dictionary'])
    .where('event.org_id', '=', scope.orgId)
    .where('event.seq', 'in', seqs)
    .orderBy('event.seq')
    .execute()
}
