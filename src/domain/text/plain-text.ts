import { INPUT_LIMITS } from '#contract/limits.ts'
import { jsonHead } from '../json/head.ts'
import type { Json } from '../json/json.ts'

/** A string as it is; empty for any other value. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A string or number as trimmed text; undefined when empty or of another type. */
export function plainText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

/** Any value as trimmed text of at most `limit` characters, composite ones as JSON; undefined for null or an empty text. */
export function anyText(
  value: Json | undefined,
  limit: number = INPUT_LIMITS.valueChars,
): string | undefined {
  if (value === null || value === undefined) return undefined
  const isText = typeof value === 'string' || typeof value === 'number'
  const text = isText ? plainText(value) : jsonHead(value, limit)
  return text === undefined ? undefined : headOf(text, limit)
}

/** `plainText`, with null for what is not text, as stored documents have it. */
export function normalisedText(value: Json | undefined): string | null {
  return plainText(value) ?? null
}

/** `headOf` without blanks at its ends, which a cut can leave: what is read again is the same. */
export function trimmedHead(text: string, limit: number): string {
  return headOf(text.trim(), limit).trimEnd()
}

/** The first `limit` UTF-16 units of a text, without half of a surrogate pair at the end. */
export function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
