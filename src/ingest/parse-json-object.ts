import type { Buffer } from 'node:buffer'
import { isNestedTooDeep } from '#domain/json/depth.ts'
import {
  isInexactInteger,
  isJsonObject,
  type JsonObject,
  jsonObjectOf,
  parseExactJson,
} from '#domain/json/json.ts'

/** The JSON object in a byte range; null when it is anything else, or nested too deep. Bytes that are not UTF-8 become U+FFFD. */
export function parseJsonObject(bytes: Buffer, start: number, end: number): JsonObject | null {
  if (isNestedTooDeep(bytes, start, end)) return null
  const text = bytes.toString('utf8', start, end)
  const value = jsonObjectOf(text)
  if (value === undefined) return null
  return namesLongUserId(value) ? parseExactJson(text) : value
}

/** People are told apart by their ids, and many ids are 64-bit integers. */
function namesLongUserId({ user }: JsonObject): boolean {
  return isJsonObject(user) && isInexactInteger(user.id)
}
