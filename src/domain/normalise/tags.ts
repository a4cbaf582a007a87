import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { FILTERED, isSensitiveKey } from '../scrub/secret/keys.ts'
import { anyText, headOf } from '../text/plain-text.ts'

const MAX_TAGS = 200
const MAX_KEY_CHARS = 200
const MAX_VALUE_CHARS = 1000

/** `env:prod` and `env=prod`, as other tools write a tag; not `https://…`. */
const NAMED = /^([\w.-]{1,60})[:=]/
const MAX_LIST_CHARS = 20_000

/** In place: one object of strings from an object, pairs or words; numbers and booleans spelled out, composite values as
 * JSON, null and nameless ones left out. At most 200, values at most 1,000 characters. */
export function normaliseTags(event: JsonObject): void {
  const sent = event.tags
  if (sent === undefined) return
  const tags: JsonObject = {}
  let count = 0
  for (const [key, value] of [...pairsOf(sent), ...writtenTags(sent)]) {
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

/** Words that are tags by themselves (`beta`), or a name with a value (`env:prod`), in a list or behind commas. */
function writtenTags(sent: Json): [string, Json][] {
  const words = typeof sent === 'string' ? sent.slice(0, MAX_LIST_CHARS).split(',', MAX_TAGS) : sent
  if (!Array.isArray(words)) return []
  return words.filter(isString).map((word) => {
    const text = word.trim()
    const key = NAMED.exec(text)?.[1] ?? ''
    const value = text.slice(key.length + 1).trimStart()
    if (key === '' || value === '' || value.startsWith('//')) return [text, 'true']
    return [key, isSensitiveKey(key) ? FILTERED : value]
  })
}

function isString(value: Json): value is string {
  return typeof value === 'string'
}

function tagText(value: Json): string | undefined {
  if (typeof value === 'string') return headOf(value, MAX_VALUE_CHARS)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || Object.keys(value).length === 0) return undefined
  if (!Array.isArray(value) || !value.every(isWord)) return anyText(value, MAX_VALUE_CHARS)
  return headOf(value.slice(0, MAX_TAGS).join(', '), MAX_VALUE_CHARS)
}

function isWord(value: Json): boolean {
  return isString(value) || typeof value === 'number' || typeof value === 'boolean'
}
