export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for a text that is not JSON. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

export function jsonObjectOf(text: string): JsonObject | undefined {
  const value = jsonOf(text)
  return isJsonObject(value) ? value : undefined
}

/** The list that a text is; an empty one for any other text. */
export function jsonListOf(text: string): Json[] {
  const value = jsonOf(text)
  return Array.isArray(value) ? value : []
}

const FIRST_EXPONENT = 1e21

/** Beyond 2^53, such as a 64-bit id; false if it is so large that it is written with an exponent. */
export function isInexactInteger(value: unknown): boolean {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false
  return Math.abs(value) < FIRST_EXPONENT
}

/** Integers that a double can't hold become text as written. Takes three times as long as `JSON.parse`. */
export function parseExactJson(text: string): JsonObject {
  return JSON.parse(withLongIntegersQuoted(text)) as JsonObject
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
/** 2^53 has sixteen digits. */
const LONG_INTEGER = /^-?\d{16,21}$/

/** By hand: a reviver is called for each value of the text, and is slower by two orders of magnitude. */
function withLongIntegersQuoted(json: string): string {
  const pieces: string[] = []
  let copied = 0
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = afterString(json, at)
    else if (code !== MINUS && !isDigit(code)) at += 1
    else {
      const end = afterNumber(json, at)
      const number = json.slice(at, end)
      if (end - at >= 16 && LONG_INTEGER.test(number) && isInexactInteger(Number(number))) {
        pieces.push(json.slice(copied, at), '"', number, '"')
        copied = end
      }
      at = end
    }
  }
  return pieces.join('') + json.slice(copied)
}

function afterString(json: string, opening: number): number {
  let quote = json.indexOf('"', opening + 1)
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1)
  return quote === -1 ? json.length : quote + 1
}

function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}

/** Digits, signs, points and exponents; in JSON nothing but numbers has them outside of strings and words. */
function afterNumber(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && isOfNumber(json.charCodeAt(at))) at++
  return at
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === MINUS || code === 0x2b || code === 0x65 || code === 0x45
}
