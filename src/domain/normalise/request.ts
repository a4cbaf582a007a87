import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { normalisedText } from '../text/plain-text.ts'
import { pairsOf } from './tags.ts'

/** In place: `headers` an object of strings; `cookies` and `query_string` as sent, lists of pairs as
 * objects; `url` and `method` text. The rest stays. */
export function normaliseRequest(event: JsonObject): void {
  const request = event.request
  if (request === undefined) return
  if (!isJsonObject(request)) {
    delete event.request
    return
  }
  if (request.headers !== undefined) request.headers = headerObject(request.headers)
  for (const field of ['cookies', 'query_string']) {
    if (Array.isArray(request[field])) request[field] = objectOf(pairsOf(request[field]))
  }
  for (const field of ['url', 'method']) {
    if (request[field] !== undefined && typeof request[field] !== 'string')
      request[field] = normalisedText(request[field])
  }
}

function objectOf(pairs: [string, Json][]): JsonObject {
  const values = new Map<string, Json>()
  for (const [name, value] of pairs) {
    const earlier = values.get(name)
    if (earlier === undefined) values.set(name, value)
    else values.set(name, Array.isArray(earlier) ? [...earlier, value] : [earlier, value])
  }
  return Object.fromEntries(values)
}

function headerObject(sent: Json): JsonObject {
  const headers: JsonObject = {}
  const lists = Array.isArray(sent) ? objectOf(pairsOf(sent)) : sent
  for (const [name, value] of pairsOf(lists)) {
    const text = typeof value === 'string' ? value : joined(value)
    if (text !== null) headers[name] = text
  }
  return headers
}

function joined(value: Json): string | null {
  if (!Array.isArray(value)) return normalisedText(value)
  return value.map((entry) => normalisedText(entry) ?? '').join(', ')
}

/** The value of a header, whatever case its name is in; undefined when absent. */
export function readHeader(request: Json | undefined, lowerCaseName: string): string | undefined {
  if (!isJsonObject(request) || !isJsonObject(request.headers)) return undefined
  for (const name in request.headers) {
    if (name.length !== lowerCaseName.length || name.toLowerCase() !== lowerCaseName) continue
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return undefined
}
