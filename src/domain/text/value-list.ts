import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** From `{ values: [...] }`, a bare array or one object, in the order sent; only objects. PHP writes a list
 * with gaps as `{ "0": …, "2": … }`. */
export function valueList(value: Json | undefined): JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value) ? value : (value.values ?? value)
  if (Array.isArray(list)) return list.every(isJsonObject) ? list : list.filter(isJsonObject)
  if (!isJsonObject(list)) return []
  return isNumbered(list) ? Object.values(list).filter(isJsonObject) : [list]
}

function isNumbered(object: JsonObject): boolean {
  for (const key in object) return /^\d{1,6}$/.test(key)
  return false
}
