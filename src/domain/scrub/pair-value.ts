import { afterMatch, charClass, endOfValue, isQuote, skipBackslashes, skipBlanks } from '../text/text-scan.ts'
import { FILTERED, keyVerdict } from './secret/keys.ts'
import { isFilled, isNothing } from './secret/placeholder.ts'
import { looksSecret } from './secret/secret-value.ts'
import { noteScan } from './work.ts'

export interface Pair {
  start: number
  end: number
  /** True behind `Bearer`, `Basic` and their like. */
  hasScheme?: boolean
}

/** Ways to authenticate over HTTP (IANA's registry) and those that services made up. */
const SCHEME =
  /^(?:bearer|basic|token|apikey|negotiate|kerberos|ntlm|digest|hmac|hawk|mac|dpop|oauth|signature|scram-sha-\d{1,3}|aws4-hmac-sha256)$/i
const HEADER_WITH_SCHEME = /authorization$/i
const ANY_SCHEME = /^[A-Za-z][\w-]{1,30}$/
/** `username="jo", response="…"`, behind a scheme (RFC 9110, section 11.2). */
const AUTH_PARAMETERS =
  /(?:[ \t,]{0,4}[\w-]{1,40}=(?:"[^"\n]{0,2048}"|(?:[^\s,"';]|;(?=[\w-])){1,2048})){1,40}/y
/** In `session: id='8f3a'` the value goes on inside of the quotes. */
const CONTINUES_QUOTED = /[=:(]/
const CALLED = /^[A-Za-z_$][\w$.:]{0,90}[([]$/
/** What is looked up or computed by its name. */
const CALLED_WITH_NAME =
  /^(?:[a-z_$]|[A-Z]\w{0,40}(?:\.|::))[\w$.:]{0,60}\(["']?([A-Za-z_$][A-Za-z_$.:-]{0,60})["']?(?:,[ \t]{0,2}(?:""|''|None|null|nil))?$/
/** The next word of a sentence; a name, an option or a mark is none. */
export const NEXT_WORD = /[ \t]{1,4}(?:[([`]|[\p{L}\d'"]{1,32}(?=[\s.,;:!?)'"]|$))|'(?=[a-z]{1,2}\b)/uy
export const VALUE_ENDS = charClass(/[\s&;,"'`<>)}\]|]/)

/** PHP computes a value of variables: `bcrypt($request->password)`. */
const CALLED_WITH_VARIABLE = /^[A-Za-z_]{3,30}(?:(?:::|->|\\)[A-Za-z_]{1,30}){0,3}\(\$[a-z]/
/** A column is declared: `password = Column(String(128), …)`. */
const NESTED_CALL = /^[A-Za-z_.]{1,40}\([A-Za-z_.]{1,40}\(\d{0,4}$/

/** The inside of a quoted value; null when it is empty or filtered already, undefined when there are no quotes. */
export function quotedValue(text: string, valueStart: number): Pair | null | undefined {
  let at = valueStart
  if (/[bruBRU@NE]/.test(text.charAt(at)) && isQuote(text[at + 1])) at++
  const slashes = skipBackslashes(text, at) - at
  const quote = text[at + slashes]
  if (quote === undefined || !isQuote(quote)) return undefined
  const triple = quote.repeat(3)
  if (slashes === 0 && quote !== '`' && text.startsWith(triple, at)) return tripleQuoted(text, triple, at + 3)
  const start = at + slashes + 1
  const end = slashes > 0 ? closingAt(text, text.slice(at, start), start) : closingQuote(text, quote, start)
  return isFilled(text.slice(start, end)) ? { start, end } : null
}

/** The inside of `'''…'''`, as in TOML and Python. */
function tripleQuoted(text: string, closing: string, start: number): Pair | null {
  const end = closingAt(text, closing, start)
  return isFilled(text.slice(start, end)) ? { start, end } : null
}

/** The value up to one of the ending characters; null when there is none. */
export function unquotedValue(text: string, start: number, ending: Uint8Array): Pair | null {
  if (text.startsWith(FILTERED, start)) return null
  let end = endOfValue(ending, text, start)
  // A part of the value was replaced before: `Bearer%20[Filtered]`.
  if (end - start >= FILTERED.length && text.startsWith(FILTERED, end + 1 - FILTERED.length)) end++
  noteScan(end - start)
  if (end > start && isQuote(text[end]) && CONTINUES_QUOTED.test(text.charAt(end - 1))) {
    const closing = closingQuote(text, text[end]!, end + 1)
    end = Math.min(text.length, (text[end - 1] === '(' ? lastLiteralEnd(text, closing) : closing) + 1)
  }
  if (end === start || isCall(text, start, end)) return null
  return isNothing(text.slice(start, end)) ? null : { start, end }
}

/** `requests.Session()`, `os.environ["…"]`, `form.get("password")` and `hash(request.password)`, which are code. */
function isCall(text: string, start: number, end: number): boolean {
  if (CALLED_WITH_VARIABLE.test(text.slice(start, Math.min(end, start + 100)))) return true
  const isCalled = text[end] === ')' && text[end - 1] === '('
  const isLookedUp = isQuote(text[end]) && text[end - 1] === '['
  if (isCalled || isLookedUp) return CALLED.test(text.slice(start, Math.min(end, start + 100)))
  if (text[end] !== ')' && text[end] !== ',') return false
  if (NESTED_CALL.test(text.slice(start, Math.min(end, start + 90)))) return true
  const [, name] = CALLED_WITH_NAME.exec(text.slice(start, Math.min(end, start + 160))) ?? []
  return name !== undefined && keyVerdict(name) === 'secret'
}

export function isCredentialScheme(word: string): boolean {
  return SCHEME.test(word)
}

function schemeValue(text: string, start: number): Pair | null {
  const end = afterMatch(AUTH_PARAMETERS, text, start)
  noteScan(end - start)
  const value = end > start ? { start, end } : unquotedValue(text, start, VALUE_ENDS)
  return value && { ...value, hasScheme: true }
}

/** `Bearer abc` and its like are two words; every other bare value is one. */
export function credentialValue(text: string, key: string, start: number): Pair | null {
  const first = isEncoded(text, start) ? encodedValue(text, start) : unquotedValue(text, start, VALUE_ENDS)
  if (first === null) return first
  const word = text.slice(first.start, first.end)
  if (isCredentialScheme(word)) return schemeValue(text, skipBlanks(text, first.end))
  return (HEADER_WITH_SCHEME.test(key) && unknownScheme(text, word, first.end)) || first
}

/** Behind a word of any kind, at the end of a header: `SSWS 00QCj…`, `GenieKey eb24…`. */
function unknownScheme(text: string, word: string, end: number): Pair | null {
  const start = skipBlanks(text, end)
  if (start === end || !ANY_SCHEME.test(word)) return null
  const pair = schemeValue(text, start)
  if (pair === null || afterMatch(NEXT_WORD, text, pair.end) > pair.end) return null
  return looksSecret(text.slice(pair.start, pair.end)) ? pair : null
}

const ENCODED_END = /%(?:25){0,2}(?:22|26|2[Cc]|3[Bb]|5[CcDd]|7[Dd])/y
const ENCODED_BEFORE = /%(?:25){0,2}(?:3[AaDd]|20|22|5[Cc])\+?$/

/** True behind `%3D` or `%22`: the value is encoded for a URL as well. */
export function isEncoded(text: string, start: number): boolean {
  return ENCODED_BEFORE.test(text.slice(Math.max(0, start - 9), start))
}

/** As `unquotedValue`, to the encoded quote, comma, `&`, `;` or bracket. */
export function encodedValue(text: string, start: number): Pair | null {
  const value = unquotedValue(text, start, VALUE_ENDS)
  if (value === null) return null
  for (let at = text.indexOf('%', start); at >= 0 && at < value.end; at = text.indexOf('%', at + 1)) {
    ENCODED_END.lastIndex = at
    if (ENCODED_END.test(text)) return at === start ? null : { start, end: at }
  }
  return value
}

export function closingQuote(text: string, quote: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  noteScan(at - from)
  return Math.min(at, text.length)
}

/** From one literal to the next: `HTTPBasicAuth('user', 'password')`. */
const NEXT_LITERAL = /["'`][ \t]{0,4},[ \t]{0,4}(?=["'`])/y
const MAX_LITERALS = 3

export function lastLiteralEnd(text: string, firstEnd: number): number {
  let end = firstEnd
  for (let count = 0; count < MAX_LITERALS; count++) {
    NEXT_LITERAL.lastIndex = end
    if (!NEXT_LITERAL.test(text)) break
    end = closingQuote(text, text[NEXT_LITERAL.lastIndex]!, NEXT_LITERAL.lastIndex + 1)
  }
  return end
}

function closingAt(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from)
  const end = found < 0 ? text.length : found
  noteScan(end - from)
  return end
}

/** `extAuth=0: connection lost`. */
export function withoutFinalColon(text: string, pair: Pair | null): Pair | null {
  const isFollowed = pair !== null && pair.end - pair.start > 1 && text[pair.end - 1] === ':'
  return isFollowed ? { ...pair, end: pair.end - 1 } : pair
}

/** A generated password may have any sign: `k7%Lq)x2`, and then the line ends. */
const GOES_ON = /[)\]};&|][A-Za-z\d][^\s=:"'`<>,]{0,64}(?=\s|$)/y

export function withOddSigns(text: string, pair: Pair): Pair {
  return { ...pair, end: afterMatch(GOES_ON, text, pair.end) }
}

/** A list or an object, to its closing bracket or to the end; null for an empty one. */
export function bracketed(text: string, start: number, open: '[' | '{' | '('): Pair | null {
  const close = { '[': ']', '{': '}', '(': ')' }[open]
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) {
      noteScan(at - start)
      return at === start + 1 ? null : { start, end: at + 1 }
    }
  }
  noteScan(text.length - start)
  return { start, end: text.length }
}

const IN_THREES = /\d{3}[ -]\d{3}(?![\w-])/y

/** A code as it is shown to be typed: `482 913`. */
export function inThrees(text: string, start: number): Pair | null {
  const end = afterMatch(IN_THREES, text, start)
  return end > start ? { start, end } : null
}

const IN_GROUPS =
  /(?=[A-Za-z -]{0,48}(?:[A-Za-z][2-7]|[2-7][A-Za-z]))(?:(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{1,4}|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{1,4})(?![\w-])/y

/** The secret of an authenticator, as it is shown to be typed (base 32): `JBSW Y3DP EHPK 3PXP`. */
export function inGroups(text: string, start: number): Pair | null {
  const end = afterMatch(IN_GROUPS, text, start)
  return end > start ? { start, end } : null
}
