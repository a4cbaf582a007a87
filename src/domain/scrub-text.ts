import { scrubDelimitedPairs, scrubPairs, scrubUrlParameters, type TextKind } from './scrub-pairs.ts'
import {
  mentionsToken,
  scrubDsnPasswords,
  scrubNumbers,
  scrubTokens,
  scrubUrlUserinfo,
} from './scrub-patterns.ts'

/** A text without any of these holds no pair, URL, number, NUL or surrogate; one class, so one fast pass. */
const TRIGGER = /[=:<%0-9\0\uD800-\uDFFF]/
/** What stands between a key and its value, or before the key's tag; not the colons of `http://` and `a::b`. */
const PAIR_SEPARATOR = /[=<]|%(?:25){0,2}3[Dd]|(?<!:):(?!:|\/\/)|--[a-z]|"\r?\n/
/**
 * Absent from ids of traces, events and requests, which are longer than any card number; no token is of those
 * characters alone. So many ranges are looked up in a table, where two would be guessed, mostly wrongly.
 */
const NOT_HEX = /[^\da-fA-Fj-lo]/
const URL_QUERY = /[?&][^=\s]/
/** Every card (4111 1111, 41111111) and SSN (078-05-1) begins like this, no date does; fixed in length, so cheap. */
const NUMBER_SEED = /\b\d\d\d[-\d][-\d .+\xa0\u2010-\u2015]\d[-\d]\d/
/** The shortest token is a vendor's prefix and a few characters. */
const MIN_TOKEN_CHARS = 14
const MIN_ID_CHARS = 20

/**
 * Replaces every secret found in a text with `[Filtered]` and keeps what is around it. Knows payment cards,
 * US SSNs, JSON web tokens, key blocks, `Bearer`/`Basic` credentials, vendors' key prefixes, passwords in
 * URLs, and the values of sensitive keys. Returns the same string when nothing was found. Time is linear in
 * the length of the text, whatever it holds.
 */
export function scrubText(text: string): string {
  return scrubTextOf(text, 'prose')
}

/** As `scrubText`, for a line of program text: `token = readToken()` is kept, `token = "8f3a"` is not. */
export function scrubSourceLine(text: string): string {
  return scrubTextOf(text, 'source')
}

/** Scrubs a query string or a cookie header: secret names as pairs first, then as any text. */
export function scrubPairText(text: string, delimiter: '&' | ';'): string {
  return scrubText(scrubDelimitedPairs(text, delimiter))
}

/**
 * True, at the cost of a few passes of the regular expression engine, for most of the texts that `scrubText`
 * would give back as they are and that can be stored as they are. False says nothing.
 */
export function isHarmlessText(text: string): boolean {
  if (TRIGGER.test(text)) return text.length >= MIN_ID_CHARS && !NOT_HEX.test(text)
  return text.length < MIN_TOKEN_CHARS || !mentionsToken(text, false)
}

function scrubTextOf(text: string, kind: TextKind): string {
  let scrubbed = text
  if (text.length >= MIN_TOKEN_CHARS && mentionsToken(text, true)) scrubbed = scrubTokens(scrubbed)
  if (scrubbed.includes('@')) scrubbed = scrubDsnPasswords(scrubUrlUserinfo(scrubbed))
  if (scrubbed.includes('=') && URL_QUERY.test(scrubbed)) scrubbed = scrubUrlParameters(scrubbed)
  if (PAIR_SEPARATOR.test(scrubbed)) scrubbed = scrubPairs(scrubbed, kind)
  return NUMBER_SEED.test(scrubbed) ? scrubNumbers(scrubbed) : scrubbed
}
