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
 * Documents of events by the row key (`seq`) of the event; an event that is gone meanwhile is left out. One
 * statement reads both documents and dictionaries: between two of them an issue could be deleted.
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
    .leftJoin('payload_dictionary as dictionary', (join) =>
      join
        .onRef('dictionary.org_id', '=', 'event_payload.org_id')
        .onRef('dictionary.id', '=', 'event_payload.dictionary_id'),
    )
    .select(['event_payload.seq', 'event_payload.dictionary_id', 'event_payload.data'])
    .select('dictionary.data as dictionary')
    .where('event_payload.org_id', '=', scope.orgId)
    .where('event_payload.seq', 'in', seqs)
    .execute()
  const dictionaries = new Map<number, Buffer>()
  for (const { seq, dictionary_id: id, data, dictionary } of rows) {
    if (id !== null && !dictionaries.has(id)) dictionaries.set(id, readDictionary(seq, dictionary))
    const text = decompressDocument(data, id === null ? null : dictionaries.get(id)!)
    documents.set(seq, JSON.parse(text) as EventDocument)
  }
  return documents
}

function readDictionary(seq: number, data: Buffer | null): Buffer {
  if (data === null) throw new Error(`The payload dictionary of event row ${seq} is missing.`)
  return Buffer.from(decompressDocument(data, null))
}
