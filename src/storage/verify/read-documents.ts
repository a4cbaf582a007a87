import { type Selectable, sql } from 'kysely'
import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../engine/scope.ts'
import { documentReader, type ReadDocument } from '../event/payload.ts'
import type { EventTable } from '../schema/event.ts'
import { type IssueRange, within } from './range.ts'

export type ReadEvent = Selectable<EventTable> & ReadDocument

/** Documents in memory at once; each can be a few MB. */
const READ_TOGETHER = 50

/** Stored events with documents, by row key. */
export async function* readEventsAfter(
  scope: OrgScope,
  { range, after: first }: { range: IssueRange; after: number },
): AsyncGenerator<ReadEvent, void> {
  for (let after = first; ; ) {
    const seqs = await nextSeqs(scope, range, after)
    if (seqs.length === 0) return
    yield* readRows(scope, seqs)
    after = seqs.at(-1)!
  }
}

/** Those that are still there. */
export async function* readEventsBySeq(
  scope: OrgScope,
  seqs: readonly number[],
): AsyncGenerator<ReadEvent, void> {
  for (const some of slicesOf(seqs, READ_TOGETHER)) {
    yield* readRows(scope, some)
  }
}

async function* readRows(scope: OrgScope, seqs: readonly number[]): AsyncGenerator<ReadEvent, void> {
  const read = documentReader()
  for (const { data, dictionary_id, dictionary, ...row } of await rowsOf(scope, seqs))
    yield { ...row, ...read({ data, dictionary_id, dictionary }) }
}

async function nextSeqs(scope: OrgScope, range: IssueRange, after: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM event
    WHERE ${within(scope, range, 'event.issue_id')} AND seq > ${after}
    ORDER BY seq LIMIT ${READ_TOGETHER}`.execute(scope.db)
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
