/** JSON values as `JSON.parse` returns them. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** True for a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const FIRST_EXPONENT = 1e21

/**
 * True for an integer beyond what a double holds exactly (2^53), such as a 64-bit id; not where it is so large
 * that it is written with an exponent.
 */
export function isInexactInteger(value: unknown): boolean {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false
  return Math.abs(value) < FIRST_EXPONENT
}

/**
 * Parses a JSON object anew, with the integers that a double can't hold as the text they were written in. Many
 * times the cost of `JSON.parse`: for texts that are known to hold one.
 * @param rounded what `JSON.parse` made of the text; returned where the text is nested too deep to do better.
 */
export function parseExactJson(text: string, rounded: JsonObject): JsonObject {
  try {
    return JSON.parse(text, exactInteger) as JsonObject
  } catch {
    return rounded
  }
}

function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return source !== undefined && isInexactInteger(value) && /^-?\d+$/.test(source) ? source : value
}
