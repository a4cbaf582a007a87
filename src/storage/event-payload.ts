import type { GroupingResult } from '#domain/event.ts'
import type { JsonObject } from '#domain/json.ts'
import { decompressDocument } from './payload-codec.ts'
import type { OrgScope } from './scope.ts'

/** What is stored of an event beside its row. */
export interface EventDocument {
  /** The scrubbed event in its canonical shape. */
  payload: JsonObject
  grouping: GroupingResult | null
}

/**
 * Documents of events by the row key (`seq`) of the event; an event without one is left out.
 * @throws when a stored document is damaged.
 */
export async function readEventDocuments(
  scope: OrgScope,
  seqs: readonly number[],
): Promise<Map<number, EventDocument>> {
  const documents = new Map<number, EventDocument>()
  if (seqs.length === 0) return documents
  const rows = await scope.db
    .selectFrom('event_payload')
    .select(['seq', 'dictionary_id', 'data'])
    .where('org_id', '=', scope.orgId)
    .where('seq', 'in', seqs)
    .execute()
  const dictionaries = await readDictionaries(
    scope,
    rows.flatMap((row) => (row.dictionary_id === null ? [] : [row.dictionary_id])),
  )
  for (const row of rows) {
    const dictionary = row.dictionary_id === null ? null : dictionaries.get(row.dictionary_id)
    if (dictionary === undefined)
      throw new Error(`The payload dictionary of event row ${row.seq} is missing.`)
    documents.set(row.seq, JSON.parse(decompressDocument(row.data, dictionary)) as EventDocument)
  }
  return documents
}

async function readDictionaries(scope: OrgScope, ids: number[]): Promise<Map<number, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('payload_dictionary')
    .select(['id', 'data'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, Buffer.from(decompressDocument(row.data, null))]))
}
