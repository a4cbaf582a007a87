import { isTagKey, searchedTagValue } from '../issue/search-keys.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

const MAX_KEYS = 50

export function searchedTags(event: JsonObject): [key: string, value: string][] {
  const found: [string, string][] = []
  const add = (key: string, value: Json | undefined): void => {
    if (typeof value !== 'string' || value === '' || found.length >= MAX_KEYS) return
    found.push([key, searchedTagValue(key, value)])
  }
  add('transaction', event.transaction)
  add('url', isJsonObject(event.request) ? event.request.url : undefined)
  add('server', event.server_name)
  const ofEvent = found.length
  for (const [key, value] of Object.entries(isJsonObject(event.tags) ? event.tags : {})) {
    if (!isTagKey(key)) continue
    const isKnown = found.slice(0, ofEvent).some(([known]) => known === key)
    if (!isKnown) add(key, value)
  }
  return found
}
