import { scrubCommandLines } from './commands.ts'
import { scrubPairs, type TextKind } from './pairs.ts'
import { scrubQuery, scrubUrlParameters } from './parameters.ts'
import { scrubDsnPasswords, scrubNumbers, scrubTokens, scrubUrlUserinfo } from './patterns.ts'
import { hintsOf } from './secret/vendor-tokens.ts'
import { noteScan } from './work.ts'

/** A text without any of these holds no pair, URL, number, NUL or surrogate; one class, so one fast pass. */
const TRIGGER = /[=:：<%0-9"'\0\uD800-\uDFFF]/
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

/**
 * As `scrubText`, for what names a release, file, transaction and the like: a colon is part of `auth-service:1.2.3`.
 */
export function scrubName(text: string): string {
  return scrubTextOf(text, 'name')
}

/** Scrubs a query string: secret names as pairs first, then as any text. */
export function scrubQueryText(text: string): string {
  return scrubText(scrubQuery(text))
}

/**
 * True, at the cost of a few passes of the regular expression engine, for most of the texts that `scrubText`
 * would give back as they are and that can be stored as they are. False says nothing.
 */
export function isHarmlessText(text: string): boolean {
  if (TRIGGER.test(text)) return text.length >= MIN_ID_CHARS && !NOT_HEX.test(text)
  return text.length < MIN_TOKEN_CHARS || !(text.includes('--') || hintsOf(text).token)
}

function scrubTextOf(text: string, kind: TextKind): string {
  let scrubbed = text
  const hints = hintsOf(text)
  if (hints.token && text.length >= MIN_TOKEN_CHARS) scrubbed = scrubTokens(scrubbed)
  if (scrubbed.includes('@')) scrubbed = scrubDsnPasswords(scrubUrlUserinfo(scrubbed))
  if (scrubbed.includes('=') && URL_QUERY.test(scrubbed)) scrubbed = scrubUrlParameters(scrubbed)
  if (kind !== 'name') scrubbed = scrubCommandLines(scrubbed)
  if (hints.key || hints.rareKey) scrubbed = scrubPairs(scrubbed, kind, hints.rareKey)
  if (!NUMBER_SEED.test(scrubbed)) return scrubbed
  noteScan(scrubbed.length)
  return scrubNumbers(scrubbed)
}
