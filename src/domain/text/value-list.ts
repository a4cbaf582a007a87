import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** From `{ values: [...] }`, a bare array or one object, in the order sent; only objects. */
export function valueList(value: Json | undefined): JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value) ? value : (value.values ?? value)
  if (Array.isArray(list)) return list.every(isJsonObject) ? list : list.filter(isJsonObject)
  return isJsonObject(list) ? [list] : []
}
