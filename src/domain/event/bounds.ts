/** The excess is cut and noted, never refused. SDKs go to depth 9 on purpose: a frame's variable. */
export const EVENT_BOUNDS = {
  depth: 16,
  keysPerObject: 1000,
  elementsPerArray: 2000,
  keyChars: 256,
  stringChars: 8192,
  sourceLineChars: 512,
  /** All keys and strings of an event together, with two characters for each value. */
  totalChars: 1_000_000,
} as const

export const TOO_DEEP = '[cut: nested too deep]'

/** The key under which an event lists its fields of which something was left out, because it made no sense there. */
export const INVALID_KEY = 'errata_invalid'

export type CutNote =
  | 'depth_cut'
  | 'keys_cut'
  | 'elements_cut'
  | 'string_cut'
  | 'total_cut'
  | 'key_changed'
  | 'text_repaired'
  | 'integer_rounded'

/** A secret that begins before the bound is looked for this far beyond it, so that no half of it stays. */
const LOOKAHEAD_CHARS = 4096
const CUT_MARK = '…'

/** The part of a text that can matter to its first `limit` characters; the text itself when it is short. */
export function boundedHead(text: string, limit: number): string {
  return text.length > limit + LOOKAHEAD_CHARS ? text.slice(0, limit + LOOKAHEAD_CHARS) : text
}

/** At most `limit` UTF-16 units, the last of them `…` where something was cut; no half of a pair is left. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  return limit < 1
    ? ''
    : text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '') + CUT_MARK
}

/** True when a text holds what PostgreSQL refuses to store: NUL or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return !text.isWellFormed() || text.includes('\0')
}

/** The text with NUL and lone surrogates replaced by U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
