import { grouped } from '#contract/counted.ts'
import { INPUT_LIMITS } from '#contract/limits.ts'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d]
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d]

export const NESTED_TOO_DEEP = `The JSON is nested more than ${grouped(INPUT_LIMITS.jsonLevels)} levels deep. Send less deeply nested values.`

/** Look before parsing: `JSON.parse` takes fifty times as long for levels as for values. */
export function isNestedTooDeep(json: Uint8Array, start = 0, end = json.length): boolean {
  if (end - start <= INPUT_LIMITS.jsonLevels) return false
  let depth = 0
  for (let at = start; at < end; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = closingQuote(json, at, end)
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth++
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--
    if (depth > INPUT_LIMITS.jsonLevels) return true
  }
  return false
}

/** Look before parsing: many small values take a hundred times as long as one long text. Counts what follows a comma or
 * an opening bracket. */
export function hasMoreValuesThan(most: number, json: Uint8Array): boolean {
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = closingQuote(json, at, json.length)
    else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) values++
    if (values > most) return true
  }
  return false
}

function closingQuote(json: Uint8Array, opening: number, end: number): number {
  let at = opening + 1
  while (at < end && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
