import { afterMatch } from '../../text/text-scan.ts'
import type { Pair } from '../pair-value.ts'
import { isFilled } from '../secret/placeholder.ts'
import type { Key } from '../separator.ts'
import { noteScan } from '../work.ts'

/** A quote as HTML, JSON and JavaScript write it inside of a text. */
const QUOTE_BEFORE = /(?:\\{1,8}(?:u002[27]|x2[27])|&(?:amp;){0,2}(?:quot|apos|#34|#39|#x22|#x27);)$/
const BETWEEN = /\s{0,4}(?::|=>|,)\s{0,4}/y
/** `<`, and the prefix of a name. */
const TAG_BEFORE = /(\\{1,8}(?:u003[cC]|x3[cC])|&(?:amp;){0,2}lt;)(?:[A-Za-z][\w.-]{0,30}:)?$/
const BEFORE_CHARS = 56
const MAX_TAG_CHARS = 256

/** The value of a document that was encoded as text: `&quot;password&quot;:&quot;…&quot;`, `\u003cpassword\u003e…`. */
export function encodedPair(text: string, key: Key): Pair | null {
  const last = text[key.start - 1]
  if (last !== ';' && last !== ':' && !(last !== undefined && /[\dcC]/.test(last))) return null
  const before = text.slice(Math.max(0, key.start - BEFORE_CHARS), key.start)
  const quote = QUOTE_BEFORE.exec(before)?.[0]
  if (quote !== undefined) return valueInQuotes(text, key, quote)
  const opening = TAG_BEFORE.exec(before)?.[1]
  return opening === undefined ? null : valueInTag(text, key, opening)
}

function valueInQuotes(text: string, key: Key, quote: string): Pair | null {
  if (!text.startsWith(quote, key.end)) return null
  const named = key.end + quote.length
  const colon = afterMatch(BETWEEN, text, named)
  if (colon === named || !text.startsWith(quote, colon)) return null
  return upTo(text, colon + quote.length, quote)
}

function valueInTag(text: string, key: Key, opening: string): Pair | null {
  const closing = opening.replace(/c$/, 'e').replace(/C$/, 'E').replace('lt;', 'gt;')
  const tag = text.slice(key.end, key.end + MAX_TAG_CHARS)
  const end = tag.indexOf(closing)
  if (end < 0 || tag.slice(0, end).includes(opening) || tag[end - 1] === '/') return null
  return upTo(text, key.end + end + closing.length, opening)
}

function upTo(text: string, start: number, mark: string): Pair | null {
  const found = text.indexOf(mark, start)
  const end = found < 0 ? text.length : found
  noteScan(end - start)
  // `<password> is required` has no end of its tag.
  return end > start && (found >= 0 || text[start] !== ' ') && isFilled(text.slice(start, end))
    ? { start, end }
    : null
}
