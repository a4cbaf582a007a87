import { EVENT_KEYS } from '#contract/issue/query-value.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { searchedTagValue, tagKeyOf } from '../search/search-keys.ts'

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
  const ofEvent = new Set(found.map(([key]) => key))
  for (const [name, value] of Object.entries(isJsonObject(event.tags) ? event.tags : {})) {
    const key = tagKeyOf(name)
    if (key === null) continue
    add(key, value)
    // An event without an address of its own is found by such a tag as well.
    if (EVENT_KEYS.has(name) && !ofEvent.has(name)) add(name, value)
  }
  return found
}
