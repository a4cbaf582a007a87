import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { headOf } from '../text/plain-text.ts'

const MAX_TAGS = 200
const MAX_KEY_CHARS = 200
const MAX_VALUE_CHARS = 1000

/** In place: one object of strings from an object or pairs; numbers and booleans spelled out, null,
 * composite and nameless ones left out. At most 200, values at most 1,000 characters. */
export function normaliseTags(event: JsonObject): void {
  const sent = event.tags
  if (sent === undefined) return
  const tags: JsonObject = {}
  let count = 0
  for (const [key, value] of pairsOf(sent)) {
    const text = tagText(value)
    if (key === '' || text === undefined || count >= MAX_TAGS) continue
    tags[headOf(key, MAX_KEY_CHARS)] = text
    count += 1
  }
  if (count > 0) event.tags = tags
  else delete event.tags
}

/** The pairs of an object, of an array of pairs, or of an array of `{ key, value }`. */
export function pairsOf(value: Json): [string, Json][] {
  if (isJsonObject(value)) return Object.entries(value)
  if (!Array.isArray(value)) return []
  const pairs: [string, Json][] = []
  for (const entry of value) {
    const [key, content] = isJsonObject(entry) ? [entry.key, entry.value] : Array.isArray(entry) ? entry : []
    if (typeof key === 'string' && content !== undefined) pairs.push([key, content])
  }
  return pairs
}

function tagText(value: Json): string | undefined {
  if (typeof value === 'string') return headOf(value, MAX_VALUE_CHARS)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
