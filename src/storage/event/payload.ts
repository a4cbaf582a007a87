import type { GroupingResult } from '#domain/event/event.ts'
import { isJsonObject, type JsonObject } from '#domain/json/json.ts'
import { decompressDictionary, decompressDocument } from './payload-codec.ts'

export interface EventDocument {
  payload: JsonObject
  grouping: GroupingResult | null
  /** Length of its JSON: what reading it costs. */
  chars: number
}

export interface StoredDocument {
  data: Buffer | null
  dictionary_id: number | null
  dictionary: Buffer | null
}

export interface ReadDocument {
  /** Null if none is stored, or if it is damaged. */
  document: EventDocument | null
  /** Why the stored document cannot be read; null if it can, or if there is none. */
  damage: string | null
}

/** Reads documents one at a time, each dictionary unpacked once. Never throws: damage must not spread. */
export function documentReader(): (stored: StoredDocument) => ReadDocument {
  const dictionaries = new Map<number, Buffer>()
  const dictionaryOf = ({ dictionary_id: id, dictionary }: StoredDocument): Buffer | null => {
    if (id === null) return null
    const words = dictionaries.get(id) ?? unpackDictionary(id, dictionary)
    dictionaries.set(id, words)
    return words
  }
  return (stored) => {
    if (stored.data === null) return { document: null, damage: null }
    try {
      const text = decompressDocument(stored.data, dictionaryOf(stored))
      return { document: documentOf(JSON.parse(text), text.length), damage: null }
    } catch (error) {
      return { document: null, damage: (error as Error).message }
    }
  }
}

function unpackDictionary(id: number, data: Buffer | null): Buffer {
  if (data === null) throw new Error(`Payload dictionary ${id} is missing.`)
  try {
    return decompressDictionary(data)
  } catch (cause) {
    throw new Error(`Payload dictionary ${id} is damaged: ${(cause as Error).message}`, { cause })
  }
}

function documentOf(value: unknown, chars: number): EventDocument {
  if (!isJsonObject(value) || !isJsonObject(value.payload)) throw new Error('It is not an event.')
  const { payload, grouping = null } = value
  if (grouping !== null && !isGrouping(grouping)) throw new Error('What grouped it is not readable.')
  return { payload, grouping, chars }
}

function isGrouping(value: unknown): value is JsonObject & GroupingResult {
  if (!isJsonObject(value)) return false
  const { version, method, keys, components, rule } = value
  if (typeof version !== 'number' || typeof method !== 'string') return false
  return isTexts(keys) && isTexts(components) && (rule === undefined || isRule(rule))
}

function isRule(value: unknown): boolean {
  return isJsonObject(value) && typeof value.text === 'string' && isTexts(value.fingerprint)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
