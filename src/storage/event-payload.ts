import type { GroupingResult } from '#domain/event.ts'
import type { JsonObject } from '#domain/json.ts'
import { decompressDocument } from './payload-codec.ts'

/** What is stored of an event beside its row. */
export interface EventDocument {
  /** The scrubbed event in its canonical shape. */
  payload: JsonObject
  grouping: GroupingResult | null
}

/** A document as it is stored, with the dictionary it needs; all null where an event has none. */
export interface StoredDocument {
  data: Buffer | null
  dictionary_id: number | null
  dictionary: Buffer | null
}

/**
 * A reader of the documents of some events, one at a time. Each dictionary is unpacked once. It throws when a stored
 * document is damaged.
 */
export function documentReader(): (stored: StoredDocument) => EventDocument | null {
  const dictionaries = new Map<number, Buffer>()
  return ({ data, dictionary_id: id, dictionary }) => {
    if (data === null) return null
    if (id !== null && !dictionaries.has(id)) dictionaries.set(id, unpackDictionary(id, dictionary))
    const text = decompressDocument(data, (id !== null && dictionaries.get(id)) || null)
    return JSON.parse(text) as EventDocument
  }
}

function unpackDictionary(id: number, data: Buffer | null): Buffer {
  if (data === null) throw new Error(`Payload dictionary ${id} is missing.`)
  return Buffer.from(decompressDocument(data, null))
}
