const MAX_BACKSLASHES = 8

/** Unlikely a plain word: it has a digit, mixes cases past its first letter, or has 20 or more characters. */
export function looksRandom(value: string): boolean {
  if (value.length >= 20 || /\d/.test(value)) return true
  const rest = value.slice(1)
  return rest !== rest.toLowerCase() && value !== value.toUpperCase()
}

/** The position behind what a sticky pattern matches at a place; the place itself if it matches nothing. */
export function afterMatch(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : at
}

/** The position behind at most eight blanks. */
export function skipBlanks(text: string, from: number, most = MAX_BACKSLASHES): number {
  let at = from
  while (at - from < most && (text[at] === ' ' || text[at] === '\t')) at++
  return at
}

/** The position behind at most eight backslashes. */
export function skipBackslashes(text: string, from: number): number {
  let at = from
  while (at - from < MAX_BACKSLASHES && text[at] === '\\') at++
  return at
}

export function charClass(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** `at` is inside of the text: one look outside of a text or a typed array makes all that follow slower, two to four times. */
export function isIn(table: Uint8Array, text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 && table[code] === 1
}

const HEX_ESCAPE = /(?:%|\\x|\\u00)[0-9a-f]{2}$/i
const HEX_DIGITS = charClass(/[0-9a-f]/i)
const ESCAPED_LETTERS = charClass(/[nrtbf]/)
const BACKSLASH = 92

/** True behind `\n`, `\u0022`, `%3D`: what is left of a character that ends a word, in escaped or encoded text. */
export function endsEscape(text: string, at: number): boolean {
  if (at < 2) return false
  if (text.charCodeAt(at - 2) === BACKSLASH) return isIn(ESCAPED_LETTERS, text, at - 1)
  if (!isIn(HEX_DIGITS, text, at - 1) || !isIn(HEX_DIGITS, text, at - 2)) return false
  return HEX_ESCAPE.test(text.slice(Math.max(0, at - 6), at))
}

/** Behind the characters of the table that follow each other from here. */
export function endOfRun(table: Uint8Array, text: string, from: number): number {
  let at = from
  while (at < text.length && isIn(table, text, at)) at++
  return at
}

/** `&`, quotes and angle brackets, as JSON writes them where HTML may read it. */
const ESCAPED_END = /\\{1,8}(?:u00(?:22|26|27|3[cCeE])|x2[267])/y
/** What takes the place of NUL, which parts the variables of a process. */
const REPLACEMENT = '\ufffd'

/** Where a bare value ends: at a character of the table, at an escaped quote, or with the text. */
export function endOfValue(ending: Uint8Array, text: string, from: number): number {
  let at = from
  while (at < text.length && !isIn(ending, text, at) && !isEscapedEnd(text, at)) at++
  return at
}

function isEscapedEnd(text: string, at: number): boolean {
  if (text[at] === REPLACEMENT) return true
  return text[at] === '\\' && (isQuote(text[at + 1]) || afterMatch(ESCAPED_END, text, at) > at)
}

export function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'" || char === '`'
}
