import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** Parts that say who and what was asked; never part of a dictionary, even where two events agree. */
const PERSONAL = new Set(['user', 'request', 'breadcrumbs', 'extra', 'vars', 'server_name', 'event_id'])
const MIN_DICTIONARY_CHARS = 512
const MAX_DICTIONARY_CHARS = 64 * 1024

/**
 * The text two events of one issue have in common, for use as a compression dictionary: the second
 * document with every value left out that the first does not have as well, and without the parts that
 * name people. What one event alone says is never in it, so a dictionary outlives its events safely.
 * Keys of personal parts stay, since their shape repeats. Null when they share too little to pay off.
 */
export function sharedText(first: JsonObject, second: JsonObject): string | null {
  const known = new Set<Json>()
  collectLeaves(first, known)
  const text = JSON.stringify(keepKnown(second, known, false))
  if (text.length < MIN_DICTIONARY_CHARS) return null
  return text.slice(0, MAX_DICTIONARY_CHARS)
}

function collectLeaves(value: Json, into: Set<Json>): void {
  if (Array.isArray(value)) for (const entry of value) collectLeaves(entry, into)
  else if (isJsonObject(value)) for (const key in value) collectLeaves(value[key] as Json, into)
  else into.add(value)
}

function keepKnown(value: Json, known: Set<Json>, personal: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => keepKnown(entry, known, personal))
  if (!isJsonObject(value)) return !personal && known.has(value) ? value : ''
  const kept: JsonObject = {}
  for (const key in value) kept[key] = keepKnown(value[key] as Json, known, personal || PERSONAL.has(key))
  return kept
}
