import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText } from './plain-text.ts'

/** From `{ values: [...] }`, a bare array or one object, in the order sent; only objects, and what `read` makes one of.
 * PHP writes a list with gaps as `{ "0": …, "2": … }`. */
export function valueList(
  value: Json | undefined,
  read: (other: Json) => JsonObject | undefined = nothing,
): JsonObject[] {
  const list = listOf(value)
  if (list.every(isJsonObject)) return list
  return list
    .map((entry) => (isJsonObject(entry) ? entry : read(entry)))
    .filter((entry) => entry !== undefined)
}

/** The exceptions of an event as sent, oldest cause first; a bare text is an exception's value. */
export function exceptionList(sent: Json | undefined): JsonObject[] {
  return valueList(sent, thrownText)
}

function thrownText(entry: Json): JsonObject | undefined {
  return typeof entry === 'string' && plainText(entry) !== undefined ? { value: entry } : undefined
}

function listOf(value: Json | undefined): Json[] {
  const list = isJsonObject(value) ? (value.values ?? value) : value
  return numberedList(list) ?? (list === undefined || list === null ? [] : [list])
}

/** A list, also as PHP writes one with gaps; undefined for anything else. */
export function numberedList(list: Json | undefined): Json[] | undefined {
  if (Array.isArray(list)) return list
  return isJsonObject(list) && isNumbered(list) ? Object.values(list) : undefined
}

function isNumbered(object: JsonObject): boolean {
  for (const key in object) return /^\d{1,6}$/.test(key)
  return false
}

function nothing(): undefined {}
