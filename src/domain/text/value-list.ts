import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/**
 * The objects of an interface that comes as `{ values: [...] }`, as a bare array or as one object, in the
 * order sent. Entries that are not objects are left out.
 */
export function valueList(value: Json | undefined): JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value) ? value : (value.values ?? value)
  if (Array.isArray(list)) return list.every(isJsonObject) ? list : list.filter(isJsonObject)
  return isJsonObject(list) ? [list] : []
}
