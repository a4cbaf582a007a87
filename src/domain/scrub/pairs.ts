import { afterMatch, charClass, isIn } from '../text/text-scan.ts'
import { secretBelow, secretInLine } from './form/label-line.ts'
import { listedSecret, spelledSecret } from './listed.ts'
import {
  bracketed,
  credentialValue,
  inGroups,
  inThrees,
  isCredentialScheme,
  lastLiteralEnd,
  NEXT_WORD,
  type Pair,
  quotedValue,
  unquotedValue,
  withOddSigns,
  withoutFinalColon,
} from './pair-value.ts'
import { isWorkingDirectory } from './secret/filtered-value.ts'
import { Filtering } from './secret/filtering.ts'
import { ANY_SENSITIVE_WORD, FOREIGN_KEY, SENSITIVE_WORD } from './secret/key-pattern.ts'
import {
  compactKey,
  FILTERED,
  isAsLikely,
  isPin,
  type KeyVerdict,
  keyVerdict,
  namesOther,
  wordsOf,
} from './secret/keys.ts'
import { isElementStateAt, isFilled, isPlaceholderAt } from './secret/placeholder.ts'
import { SECRET_WORDS } from './secret/secret-key-words.ts'
import { isNoPlainWord, looksSecret } from './secret/secret-value.ts'
import {
  FLAG_SET,
  isComplaint,
  isListOfSentences,
  isListOfSymbols,
  isSentenceAboutPassword,
  isStatusWord,
  TAGGED_VERSION,
} from './secret/status-words.ts'
import { isArtifact, isLogger, type Key, type Separator, separatorAfter } from './separator.ts'
import {
  isEverydayKey,
  isMemberOfStruct,
  isNamedWith,
  keyOfTwoWords,
  withCompanions,
} from './statement/companions.ts'
import { encodedPair } from './statement/encoded.ts'
import { Literals } from './statement/literals.ts'
import { contentOf } from './statement/markup.ts'
import { comparedValue, rejectedValue } from './statement/rejected.ts'
import { valueBelow } from './statement/yaml.ts'
import { noteKey, scrubWorkDone, scrubWorkLimit } from './work.ts'

/** `source`, a line of code: only quoted literals are values. `name`, such as a release, file or
 * transaction: only `key=value` counts. */
export type TextKind = 'prose' | 'source' | 'name'

/** Last words of keys that can't be taken for prose. */
const SECRET_LAST =
  /(?:pass?wor[dt]|passwr?d|pswd|passphrase|passcode|pwd|pw|pass|secrets?|tokens?|keys?|credentials?|creds|[cx]srf|jwt|sid|cookies?|auth|authorization|session|sessid|otp|cvv2?|cvc2?|pin|salt|hash|confirmation|codes?|answer|phrase|id)$/
/** `TokenExpiredError: jwt expired` names an error and what it says; `auth.ts:12` and `auth.log: …` a file. */
const NAME_OF_OTHER =
  /(?:error|exception|warning|failure|fault|handler)$|\.(?:[cm]?[jt]sx?|py|rb|erb|php|java|kt|scala|go|rs|cs|vb|c|cc|cpp|hpp?|swift|mm?|exs?|erl|dart|lua|pl|sh|vue|svelte|html?|css|json|ya?ml|toml|xml|sql|log|txt|conf|ini|md)$/i
/** `max_tokens: 512` counts tokens. */
const COUNT = /^(?:[\w.-]{0,64}tokens|[\w.-]{0,64}token_ids?|[\w.-]{1,64}_(?:count|total|limit)|pass)$/i
const SHORT_NUMBER = /^\d{1,7}(?:[./]\d{1,7})?$/
const FLAG = /^\d$/
const MAX_KEY_CHARS = 64
/** What is left of `\u0022` or `\n` in front of a key. */
const ESCAPE = /^(?:u00[0-9a-fA-F]{2}|x[0-9a-fA-F]{2}|[nrtbf]$)/
const KEY_CHARS = charClass(/[\w.$-]/)
const LINE_ENDS = charClass(/[\r\n]/)
const HEADER_TO_LINE_END = /^(?:set-)?cookie$/i
/** `Cookie: SameSite=None requires Secure`. */
const COOKIE_ATTRIBUTE = /(?:samesite|path|domain|max-age|expires)=/iy
/** What programs print around a value: `Some("…")`, `SecretStr('…')`, `<<"…">>`. */
const WRAPPER =
  /[A-Za-z_]{1,20}\d{0,3}\((?=["'`])|(?:Just|Some) (?=")|<<(?=")|string\(\d{1,7}\) (?=")|\[\]string\{(?=")|["']{2}\s{1,2}(?:->|=>)\s{1,2}(?=["'])|\([\w.]{1,40}\) ?\(len=\d{1,7}\) (?=")/y
/** `{x7Kq2}` is how ODBC quotes a value. */
const ODBC_VALUE = /\{(?:[^{}\n]|\}\}){1,128}\}(?=;)/y
/** With a colon behind it if it is the error that a sentence ends with. */
const CLASS_NAME =
  /^(?:[A-Z][A-Za-z]{0,60}(?:(?:::|\.|\\)[A-Z][A-Za-z]{0,60}){1,8}:?|[A-Z][A-Za-z]{1,60}(?:Error|Exception):)$/
const LOWER_WORDS = /^[a-z]{1,30}(?:[_-][a-z]{1,30}){1,8}$/
/** Characters of code and templates that a value in a literal of a program is not made of. */
const CODE = /[(){}[\]$%#+]/

const LOGGED_KEY = /^(?:tokens?|sessions?|auth|authentication|credentials|cookies?)$/i

const CARD_CODE = /cv[vc]2?$/i

type Certainty = 'certain' | 'everyday' | 'loose'

interface Place {
  text: string
  key: Key
  separator: Separator
  kind: TextKind
  verdict: KeyVerdict
  certainty: Certainty
}

/** `key=value`, `key: value`, `"key": "value"`, `:key => 'value'`, `('key', 'value')`, `<key>value</key>`
 * with a sensitive key. A text that costs more work than any real one is replaced from there on.
 * @param hasRareWord false if the text has no letters that begin a rarer word. */
export function scrubPairs(text: string, kind: TextKind, hasRareWord: boolean): string {
  const filtering = new Filtering(text)
  const literals = kind === 'source' ? new Literals(text) : null
  const words = hasRareWord ? ANY_SENSITIVE_WORD : SENSITIVE_WORD
  const workLimit = scrubWorkLimit(text.length)
  words.lastIndex = 0
  for (let word = words.exec(text); word !== null; word = words.exec(text)) {
    if (scrubWorkDone() > workLimit) {
      filtering.replace(word.index, text.length)
      break
    }
    noteKey()
    const key = keyAround(text, word.index, words.lastIndex)
    const isInLiteral = literals?.holds(key) ?? false
    const isPrompt = text.startsWith(': ', key.end) && literals?.quote === (text[key.end + 2] ?? '')
    // What follows the end of a literal is not its value.
    const isEnded = isInLiteral && text[key.end] === literals?.quote
    const pair = isPrompt || isEnded ? null : secretAfter(text, key, isInLiteral ? 'literal' : kind)
    words.lastIndex = Math.max(words.lastIndex, key.end, pair?.end ?? 0)
    if (pair === null || pair.start < filtering.end) continue
    filtering.replace(pair.start, pair.end)
  }
  return filtering.text
}

function keyAround(text: string, wordStart: number, wordEnd: number): Key {
  let start = wordStart
  let end = wordEnd
  while (start > 0 && wordStart - start < MAX_KEY_CHARS && isIn(KEY_CHARS, text, start - 1)) start--
  while (end < text.length && end - wordEnd < MAX_KEY_CHARS && isIn(KEY_CHARS, text, end)) end++
  if (end - start === 3) start = keyOfTwoWords(text, start)
  if (text[start - 1] === '\\') start += ESCAPE.exec(text.slice(start, wordStart))?.[0].length ?? 0
  return { text: text.slice(start, end), start, end }
}

function secretAfter(text: string, key: Key, kind: TextKind | 'literal'): Pair | null {
  const verdict = keyVerdict(key.text)
  if (kind === 'prose' && verdict === 'secret') {
    const said = rejectedValue(text, key) ?? encodedPair(text, key) ?? secretBelow(text, key)
    if (said !== null) return said
  }
  const compared = kind === 'literal' || verdict !== 'secret' ? null : comparedValue(text, key)
  if (compared !== null) return compared
  const separator = separatorAfter(text, key)
  if (separator === null) {
    if (kind === 'name') return null
    const said = spelledSecret(text, key, kind === 'source') ?? listedSecret(text, key, verdict)
    return said ?? (kind === 'prose' && verdict === 'secret' ? secretInLine(text, key) : null)
  }
  if (verdict === 'plain') return null
  if (separator.kind === '>')
    return kind === 'source' && text[key.end] !== '>' ? null : contentOf(text, key, separator.end)
  if (kind === 'name' && (separator.kind !== '=' || !separator.tight)) return null
  if (separator.kind === ':' && !separator.quoted && NAME_OF_OTHER.test(key.text)) return null
  if (separator.closesOther || isArtifact(text, key, separator) || isLogger(text, key, separator)) return null
  const shown = verdict === 'pin' ? inThrees(text, separator.end) : inGroups(text, separator.end)
  if (shown !== null) return shown
  const place = { text, key, separator, kind: kind === 'literal' ? ('prose' as const) : kind, verdict }
  const pair = secretAt({ ...place, certainty: certaintyOf(text, key, separator) })
  if (pair === null) return null
  const value = text.slice(pair.start, pair.end)
  if (kind === 'literal' && (CODE.test(value) || !isNoPlainWord(value))) return null
  if (!isAsLikely(verdict, value)) return null
  if ((COUNT.test(key.text) && SHORT_NUMBER.test(value)) || isWorkingDirectory(key.text, value)) return null
  // What an element of HTML is reached by.
  return key.text === 'accesskey' && value.length === 1 ? null : withCompanions(text, key, pair)
}

const MAX_CACHED_KEYS = 4096
const certainKeys = new Map<string, boolean>()

/** A key in quotes is one of a document. Of others the last word counts: `auth-service` and `SessionStore` name things. */
function certaintyOf(text: string, key: Key, { quoted, kind }: Separator): Certainty {
  if (quoted) return 'certain'
  if (isEverydayKey(key.text)) return 'everyday'
  const isPath =
    kind === ':' && (text[key.start - 1] === '/' || text[key.start - 1] === '@') && !isNamedWith(text, key)
  return !isPath && endsAsSecret(key.text) ? 'certain' : 'loose'
}

function endsAsSecret(key: string): boolean {
  const known = certainKeys.get(key)
  if (known !== undefined) return known
  const last = wordsOf(key).at(-1) ?? ''
  const isCertain = SECRET_LAST.test(last) || SECRET_WORDS.has(last) || FOREIGN_KEY.test(key)
  if (certainKeys.size >= MAX_CACHED_KEYS) certainKeys.clear()
  certainKeys.set(key, isCertain)
  return isCertain
}

function secretAt(place: Place): Pair | null {
  const { text, key, separator, kind, certainty } = place
  if (separator.kind === 'blank line') return unquotedValue(text, separator.end, LINE_ENDS)
  const below = separator.kind === ':' && kind === 'prose' ? valueBelow(text, key, separator.end) : null
  if (below !== null) return below.isBlock || isSaid(place, below) ? below : null
  if (isPlaceholderAt(text, separator.end)) return null
  if (separator.kind === ':' && separator.tight && isElementStateAt(text, separator.end)) return null
  const start = kind === 'source' ? separator.end : afterMatch(WRAPPER, text, separator.end)
  const quoted = quotedValue(text, start)
  if (quoted && start > separator.end) return { ...quoted, end: lastLiteralEnd(text, quoted.end) }
  if (quoted !== undefined) return quoted === null || isQuotedProse(place, quoted) ? null : quoted
  if (kind === 'source' || separator.kind === '==') return null
  if (!separator.quoted && HEADER_TO_LINE_END.test(key.text) && separator.kind === ':') {
    if (afterMatch(COOKIE_ATTRIBUTE, text, separator.end) > separator.end) return null
    const line = unquotedValue(text, separator.end, LINE_ENDS)
    return line !== null && text.slice(line.start, line.end).includes('=') ? line : null
  }
  const isAssigned =
    separator.kind === '=' && (separator.tight || (separator.spaced && certainty === 'certain'))
  const opensList = text[separator.end] === '[' || text[separator.end] === '{'
  const isList = separator.tight && opensList
  const isSentence = separator.quoted && separator.kind === ':' && separator.loose && !opensList
  if ((separator.quoted && !isSentence) || isAssigned || isList) return assignedValue(place)
  const value = credentialValue(text, place.key.text, separator.end)
  if (value === null) return null
  if (!isSaid(place, value)) return null
  return separator.kind === ':' && separator.loose ? withOddSigns(text, value) : value
}

/** After `=`, and after a key in quotes: a list or object is replaced whole, to its closing bracket or to the end. */
function assignedValue({ text, key, separator, certainty }: Place): Pair | null {
  const start = separator.end
  const open = text[start]
  const braced = open === '{' && !separator.quoted ? afterMatch(ODBC_VALUE, text, start) : start
  if (braced > start) return { start, end: braced }
  if (open === '[' || open === '{' || open === '(') {
    const list = text.startsWith(FILTERED, start) ? null : bracketed(text, start, open)
    const head = list === null ? '' : text.slice(start, Math.min(list.end, start + 256))
    return isListOfSentences(head) || (/tokens$/i.test(key.text) && isListOfSymbols(head)) ? null : list
  }
  const pair = withoutFinalColon(text, credentialValue(text, key.text, start))
  if (pair !== null && separator.spaced && isNamesake(key.text, text.slice(pair.start, pair.end))) return null
  if (pair !== null && FLAG.test(text.slice(pair.start, pair.end))) return null
  if (pair === null || separator.quoted || certainty === 'certain') return pair
  const value = text.slice(pair.start, pair.end)
  if (certainty === 'loose') return looksSecret(value) ? pair : null
  return SHORT_NUMBER.test(value) || isLoggedState(text, key, pair) ? null : pair
}

/** `self.password = password`: code that hands a variable on. */
function isNamesake(key: string, value: string): boolean {
  return key.slice(key.lastIndexOf('.') + 1) === value.slice(value.lastIndexOf('.') + 1)
}

/** `credentials=include` and `auth=required`, as logs say how something is; in forms and cookies anything can be a value. */
function isLoggedState(text: string, key: Key, pair: Pair): boolean {
  if (!LOGGED_KEY.test(key.text) || '&?;'.includes(text[key.start - 1] ?? ' ')) return false
  return !'&;'.includes(text[pair.end] ?? ' ') && isStatusWord(text.slice(pair.start, pair.end))
}

/** After `: ` a sentence may follow: what ends there is a value, and what looks like a secret is one anyway. */
function isSaid(place: Place, pair: Pair): boolean {
  const { text, separator, certainty } = place
  const value = text.slice(pair.start, pair.end)
  if (separator.kind === '--' && compactKey(place.key.text).endsWith(compactKey(value))) return false
  if (pair.hasScheme)
    return !isStatusWord(value.replace(/^\[/, '')) && (certainty !== 'loose' || looksSecret(value))
  if (separator.kind === ':' && separator.tight && TAGGED_VERSION.test(value)) return false
  if (afterMatch(FLAG_SET, text, pair.start) > pair.start) return false
  if (certainty !== 'certain') return looksSecret(value) || isMemberOfStruct(place, value)
  if (isStatusWord(value) || CLASS_NAME.test(value)) return false
  if (/^\d{1,3}$/.test(value)) return CARD_CODE.test(place.key.text)
  if (place.verdict === 'pin') return isPin(value)
  if (separator.kind === ':' && separator.tight) return true
  if (afterMatch(NEXT_WORD, text, pair.end) === pair.end) return value.length > 1 || isNoPlainWord(value)
  return isNoPlainWord(value) && value.length >= 6
}

/** `token: 'export'` and `token === '('` name something; so does a sentence in quotes. */
function isQuotedProse({ text, key, separator, kind, certainty, verdict }: Place, pair: Pair): boolean {
  const value = text.slice(pair.start, Math.min(pair.end, pair.start + 512))
  if (isSentenceAboutPassword(value) || isComplaint(value)) return true
  if (separator.quoted || verdict !== 'secret') return false
  if (kind === 'source' && ((/ .* /.test(value) && !/\d/.test(value)) || namesOther(key.text, value)))
    return true
  if (separator.kind === '==' && /tokens?$/i.test(key.text)) return value.length < 4 || !isNoPlainWord(value)
  if (certainty === 'certain' || (separator.kind === '=' && separator.tight))
    return kind === 'source' && !isFilled(value)
  if (kind === 'source' || separator.kind === '==') return value.length < 4 || !isNoPlainWord(value)
  const [scheme = '', credentials = ''] = value.split(' ', 2)
  if (isCredentialScheme(scheme) && (isNoPlainWord(credentials) || credentials.includes('='))) return false
  if (HEADER_TO_LINE_END.test(key.text) && scheme.includes('=') && scheme.endsWith(';')) return false
  return (
    value.includes(' ') ||
    isStatusWord(value) ||
    LOWER_WORDS.test(value) ||
    !/[a-z\d]\w{2}|\w{2}[a-z\d]/.test(value)
  )
}
