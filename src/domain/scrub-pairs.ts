import { FILTERED, isSecretParameter, isSensitiveKey } from './scrub-keys.ts'
import {
  afterMatch,
  charClass,
  isEscapedQuote,
  isIn,
  isQuote,
  looksRandom,
  skipBackslashes,
  skipBlanks,
} from './text-scan.ts'

/** `source` is a line of program text: there only literals in quotes are values, the rest is code. */
export type TextKind = 'prose' | 'source'

/** Finds a sensitive word; the key around it is then read by hand, so the pattern stays linear. */
const SENSITIVE_WORD =
  /pass(?:[-_. ]?(?:word|wd|phrase|code)|(?=\\?["']))|pwd|secret(?!ar[iy])|(?<!public[-_. ]?key[-_. ]?)token(?!i[sz])|api[-_. ]?key|auth(?!or(?!i[sz]))|cookie|session|sessid|[cx]srf|credential|(?:private|access|account)[-_. ]?key|_pass(?![a-z])/gi

/** A whole key that is also an everyday word: `token: unexpected` is prose, `token: 8f3a9c` is not. */
const EVERYDAY_KEY =
  /^(?:tokens?|auth|authentication|authenticated|authoriz(?:ation|ed)|authoris(?:ation|ed)|sessions?|cookies?|credentials?|secrets?|pass)$/i

/** `TokenExpiredError: jwt expired` names an error and what it says. */
const ERROR_NAME = /(?:error|exception|warning|failure|fault)$/i
/** `max_tokens: 512` counts tokens. */
const COUNT = /^(?:[\w.-]{0,64}tokens|[\w.-]{1,64}_(?:count|total|limit)|pass)$/i
/** `db_pass` is a password, `bypass` is none. */
const PASS_SUFFIX = /pass$/i
/** In `session: id='8f3a'` the value goes on inside of the quotes. */
const CONTINUES_QUOTED = /[=:(]/
const SHORT_NUMBER = /^\d{1,7}$/
/** Words for nothing, and the placeholders of SQL and of masks. */
const NO_SECRET = /^(?:null|none|nil|undefined|true|false|nan|%s|\?|\$\d{1,3}|@p\d{1,3}|\*+)$/i
const HEADER_TO_LINE_END = /^(?:set-)?cookie$/i
const CREDENTIAL_SCHEME = /^(?:bearer|basic|token|apikey|negotiate|digest|hmac|aws4-hmac-sha256)$/i
const KEY_CHARS = charClass(/[\w.$-]/)
const VALUE_ENDS = charClass(/[\s&;,"'`<>)}\]|]/)
const LINE_ENDS = charClass(/[\r\n]/)
const TAG_START = charClass(/</)
const MAX_KEY_CHARS = 64
const MAX_TAG_CHARS = 256
/** Constructors around a value, as programs print it: `Some("…")`, `Optional("…")`, `SecretStr('…')`. */
const WRAPPER = /[A-Za-z_]{1,20}\((?=["'`])/y
const ENCODED_EQUALS = /%(?:25){0,2}3[Dd]/y
const OPENS_TAG = /<(?:[A-Za-z][\w.-]{0,30}:)?$/
const BLANK_LINE = /(?:\r?\n){2}|(?:\\r)?\\n(?:\\r)?\\n/y

const URL_PARAMETER = /(?<=[?&])([\w.%~-]{1,64})=([^&#\s"'<>`]+)/g

interface Pair {
  /** Where the text to replace begins and ends. */
  start: number
  end: number
}

interface Key {
  text: string
  start: number
  end: number
}

interface Separator {
  /** First position after the separator and the blanks around it. */
  end: number
  /** `=`, `:`, `==` (a comparison), `>` (the end of an XML tag), a blank line (in a form) or `--` (an option). */
  kind: '=' | ':' | '==' | '>' | 'blank line' | '--'
  /** True when the key was in quotes or the separator stood close: surely a pair, not prose. */
  tight: boolean
}

/**
 * Replaces the value of each `key=value`, `key: value`, `"key": "value"`, `:key => 'value'` and
 * `<key>value</key>` whose key is sensitive. Each character is passed at most a constant number of times.
 */
export function scrubPairs(text: string, kind: TextKind): string {
  let result = ''
  let copied = 0
  SENSITIVE_WORD.lastIndex = 0
  for (let word = SENSITIVE_WORD.exec(text); word !== null; word = SENSITIVE_WORD.exec(text)) {
    const key = keyAround(text, word.index, SENSITIVE_WORD.lastIndex)
    const pair = secretAfter(text, key, kind)
    if (pair === null) {
      SENSITIVE_WORD.lastIndex = Math.max(SENSITIVE_WORD.lastIndex, key.end)
      continue
    }
    result += text.slice(copied, pair.start) + FILTERED
    copied = pair.end
    SENSITIVE_WORD.lastIndex = pair.end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** Replaces the values of secret parameters (`?sig=…`, `&X-Amz-Signature=…`) wherever a URL is in the text. */
export function scrubUrlParameters(text: string): string {
  return text.replace(URL_PARAMETER, (all, name: string) =>
    isSecretParameter(name) ? `${name}=${FILTERED}` : all,
  )
}

/**
 * Scrubs a string that is nothing but pairs, as a query string (`delimiter` `&`) or a cookie header (`;`):
 * every name is judged on its own, values of harmless names are kept.
 */
export function scrubDelimitedPairs(text: string, delimiter: '&' | ';'): string {
  const parts = text.split(delimiter)
  for (const [index, part] of parts.entries()) {
    const equals = part.indexOf('=')
    if (equals < 0 || equals === part.length - 1) continue
    if (isSecretParameter(part.slice(0, equals))) parts[index] = `${part.slice(0, equals)}=${FILTERED}`
  }
  return parts.join(delimiter)
}

function keyAround(text: string, wordStart: number, wordEnd: number): Key {
  let start = wordStart
  let end = wordEnd
  while (start > 0 && wordStart - start < MAX_KEY_CHARS && isIn(KEY_CHARS, text, start - 1)) start--
  while (end < text.length && end - wordEnd < MAX_KEY_CHARS && isIn(KEY_CHARS, text, end)) end++
  return { text: text.slice(start, end), start, end }
}

function secretAfter(text: string, key: Key, kind: TextKind): Pair | null {
  const separator = separatorAfter(text, key)
  if (separator === null) return null
  if (separator.kind === '>') {
    const isComponent = kind === 'source' && text[key.end] !== '>'
    return isComponent ? null : unquotedSecret(text, separator.end, TAG_START)
  }
  if (separator.kind === 'blank line') return unquotedSecret(text, separator.end, LINE_ENDS)
  if (PASS_SUFFIX.test(key.text) && !isSensitiveKey(key.text)) return null
  if (separator.kind === ':' && !separator.tight && ERROR_NAME.test(key.text)) return null
  const pair = secretAt(text, { key, separator, kind })
  const counts = pair !== null && COUNT.test(key.text) && SHORT_NUMBER.test(text.slice(pair.start, pair.end))
  return counts ? null : pair
}

interface Place {
  key: Key
  separator: Separator
  kind: TextKind
}

function secretAt(text: string, { key, separator, kind }: Place): Pair | null {
  const start = kind === 'source' ? separator.end : afterMatch(WRAPPER, text, separator.end)
  const quoted = quotedSecret(text, start)
  if (quoted !== undefined) return quoted
  if (kind === 'source' || separator.kind === '==') return null
  if (separator.kind === ':' && HEADER_TO_LINE_END.test(key.text)) {
    return unquotedSecret(text, separator.end, LINE_ENDS)
  }
  if (separator.kind === '--') return likelySecret(text, separator.end)
  const certain = separator.tight || !EVERYDAY_KEY.test(key.text)
  return certain ? bracketedSecret(text, separator.end) : likelySecret(text, separator.end)
}

/** Reads what is between a key and its value; null when no value follows. */
function separatorAfter(text: string, key: Key): Separator | null {
  const tagEnd = endOfTag(text, key)
  if (tagEnd > 0) return { end: tagEnd, kind: '>', tight: true }
  let at = skipBackslashes(text, key.end)
  const inQuotes = isQuote(text[at])
  if (inQuotes) at++
  else at = key.end
  if (text[at] === ']') at++
  const blanksBefore = skipBlanks(text, at)
  const spaced = blanksBefore !== at
  at = blanksBefore
  if (inQuotes) {
    const end = afterMatch(BLANK_LINE, text, at)
    if (end > at) return { end, kind: 'blank line', tight: true }
  }
  if (text[at] === '%') return encodedSeparator(text, at)
  if (spaced && key.text.startsWith('--') && text[at] !== '-' && text[at] !== '=') {
    return { end: at, kind: '--', tight: false }
  }
  const sign = text[at]
  if (sign !== '=' && sign !== ':') return null
  const next = text[at + 1]
  if (sign === ':' && (next === ':' || text.startsWith('//', at + 1))) return null
  if (sign === '=' && next === '=') {
    return { end: skipBlanks(text, at + (text[at + 2] === '=' ? 3 : 2)), kind: '==', tight: inQuotes }
  }
  const isArrow = (sign === '=' && next === '>') || (sign === ':' && next === '=')
  const tight = inQuotes || isArrow || (sign === '=' && !spaced && next !== ' ')
  return { end: skipBlanks(text, at + (isArrow ? 2 : 1)), kind: isArrow ? '=' : sign, tight }
}

function encodedSeparator(text: string, at: number): Separator | null {
  const end = afterMatch(ENCODED_EQUALS, text, at)
  return end === at ? null : { end, kind: '=', tight: true }
}

/** Where the opening tag ends whose name is this key; 0 when it is none. */
function endOfTag(text: string, key: Key): number {
  const next = text[key.end]
  if (next !== '>' && next !== ' ') return 0
  if (!OPENS_TAG.test(text.slice(Math.max(0, key.start - 33), key.start))) return 0
  const tag = text.slice(key.end, key.end + MAX_TAG_CHARS)
  const end = tag.search(/[<>]/)
  return end < 0 || tag[end] !== '>' || tag[end - 1] === '/' ? 0 : key.end + end + 1
}

/** The inside of a quoted value; null when it is empty or filtered already, undefined when there are no quotes. */
function quotedSecret(text: string, valueStart: number): Pair | null | undefined {
  let at = valueStart
  if (/[bruBRU]/.test(text.charAt(at)) && isQuote(text[at + 1])) at++
  const slashes = skipBackslashes(text, at) - at
  const quote = text[at + slashes]
  if (quote === undefined || !isQuote(quote)) return undefined
  const start = at + slashes + 1
  const end = slashes > 0 ? closingAt(text, text.slice(at, start), start) : closingQuote(text, quote, start)
  const value = text.slice(start, end)
  const scheme = /^(?:bearer|basic)\s*$/i.test(value)
  return value === '' || value === FILTERED || scheme || NO_SECRET.test(value) ? null : { start, end }
}

function closingAt(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from)
  return found < 0 ? text.length : found
}

function closingQuote(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return text.length
}

/** A list or object as value is replaced whole, to its closing bracket or, where there is none, to the end. */
function bracketedSecret(text: string, start: number): Pair | null {
  if (text.startsWith(FILTERED, start)) return null
  const open = text[start]
  if (open !== '[' && open !== '{') return credentialSecret(text, start)
  const close = open === '[' ? ']' : '}'
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return at === start + 1 ? null : { start, end: at + 1 }
  }
  return { start, end: text.length }
}

/** `Bearer abc` and its like are two words; every other bare value is one. */
function credentialSecret(text: string, start: number): Pair | null {
  const first = unquotedSecret(text, start, VALUE_ENDS)
  if (first === null || !CREDENTIAL_SCHEME.test(text.slice(first.start, first.end))) return first
  return unquotedSecret(text, skipBlanks(text, first.end), VALUE_ENDS)
}

function likelySecret(text: string, start: number): Pair | null {
  const pair = credentialSecret(text, start)
  return pair !== null && looksRandom(text.slice(pair.start, pair.end)) ? pair : null
}

function unquotedSecret(text: string, start: number, ending: Uint8Array): Pair | null {
  if (text.startsWith(FILTERED, start)) return null
  let end = start
  while (end < text.length && !isIn(ending, text, end) && !isEscapedQuote(text, end)) end++
  if (end > start && isQuote(text[end]) && CONTINUES_QUOTED.test(text.charAt(end - 1))) {
    end = Math.min(text.length, closingQuote(text, text[end]!, end + 1) + 1)
  }
  return end === start || NO_SECRET.test(text.slice(start, end)) ? null : { start, end }
}
