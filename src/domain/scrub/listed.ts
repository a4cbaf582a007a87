import { afterMatch, charClass, isQuote, skipBackslashes, skipBlanks } from '../text/text-scan.ts'
import { isCredentialScheme, type Pair, quotedValue, unquotedValue, VALUE_ENDS } from './pair-value.ts'
import { type KeyVerdict, keyVerdict } from './secret/keys.ts'
import { isFilled } from './secret/placeholder.ts'
import { isNoPlainWord, looksSecret } from './secret/secret-value.ts'
import { isStatusWord, TAGGED_VERSION } from './secret/status-words.ts'
import type { Key } from './separator.ts'
import { valueInMarkup } from './statement/markup.ts'
import { spokenSecret } from './statement/spoken.ts'
import { declaredValueStart, namedValueStart } from './statement/yaml.ts'

/** Names of headers that hold secrets; `token` in a list may name a field. */
const HEADER_NAME = /-|^(?:proxy)?authorization$|^cookie$/i
/** Between a name and its value in `{"name":"…","value":"…"}`, `<add key="…" value="…">`, `[name="…"][value="…"]`. */
const VALUE_KEY =
  /[ \t]{0,4}(?:,\s{0,8}\\{0,8}["']?|[ \t]|\]\[)(?:value|val|v|content)\\{0,8}["']?[ \t]{0,4}(?::|=>?)[ \t]{0,4}/iy
/** In front of a name without quotes: `{Name:DB_PASSWORD Value:hunter2}`, `key=password value=hunter2`. */
const NAMED_BARE =
  /(?:^|[\s{([,])(?:name|key|field|param(?:eter)?|property|setting|variable)[ \t]{0,2}[:=][ \t]{0,2}$/i
const NAMED_CHARS = 24
const HELD = /[([](?:value|raw|inner)(?:=|: ?)/y
const TUPLE = /,[ \t]{0,4}(?:<<)?(?=")/y
/** Classes that hold nothing but a secret. */
const HOLDER = /^(?:password|secret(?:str|string|value)?|apikey|passphrase)$/i
const NEXT_ELEMENT = /(?:>>)?[ \t]{0,4},\s{0,8}(?:<<(?="))?/y
/** What a build of Gradle sets: `storePassword '…'`. */
const METHOD_OF_BUILD = /^[a-z]{2,40}(?:[A-Z][a-z]{1,30}){0,3}(?:Password|Passphrase|Secret|Token)$/
/** A constant of PHP, whose value may have blanks. */
const DEFINES = /\bdefine\(\s{0,4}["']$/
const ANOTHER_NAME = /^[A-Za-z]+(?:[-_ ][A-Za-z]+)*$/
const NAMESPACE = /["'`][\w.@:-]{1,62}:$/
const NAMESPACE_CHARS = 64
const PRINTED_ENDS = charClass(/[\s,\]})]/)
const IN_LIST = /(?:\[ ?|, ?)["'\\bu]{0,4}$/
/** `PASSWORD '…'` and `IDENTIFIED BY '…'` of SQL, and setters: `setPassword("…")`. */
const SQL_WORD = /^(?:password|passwd|identified (?:with \w{1,40} )?(?:by|as))$/i
/** In front of `identified by` stands a statement, or it has capitals: beans and rows are identified, too. */
const SQL_STATEMENT =
  /\b(?:user|role|(?<!@)link|connect\s{1,8}to)\s{1,8}(?:if\s{1,8}not\s{1,8}exists\s{1,8})?(?!(?:is|was|are|were|be|being|been|gets?)\b)\S{1,160}\s{1,8}$|\bgrant\s/i
const SQL_STATEMENT_CHARS = 160
/** `SET PASSWORD FOR jo = '…'`. */
const SQL_FOR_USER = /[ \t]{1,4}for[ \t]{1,4}\S{1,160}[ \t]{0,4}=[ \t]{0,4}(?=['"])/iy
/** The placeholder for a password. */
const SQL_NO_PASSWORD = /^(?:externally|globally|values?|password|random|null)$/i
const SETTER_ENDS = /(?:password|passwd|secret|token|key)$/i
const SETS = /set|with|use|add/i
const SETS_AT_END = /(?:\.|set|with|use|add)_?$/i
/** What takes a name and a value with nothing between them: a Dockerfile, Windows, and the tools of hosting services. */
const ASSIGNS = /(?:^|[\s"'`])(?:ENV|ARG|setx|setenv|SetEnv|secrets? (?:put|set))[ \t]{1,4}$/
const BODY_OPTION = /(?:--body|-b)[ \t=]{1,4}/y
/** `machine … login … password …`, in a file of logins (netrc). */
const LOGIN_FILE =
  /\b(?:machine[ \t]{1,4}(?:[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}|localhost)|default)\s{1,16}login\s{1,4}\S{1,128}\s{1,16}$/
const LOGIN_FILE_CHARS = 320
const LINE_ENDS = charClass(/[\r\n]/)
/** The end of a word in a command: blanks alone part them. */
const WORD_ENDS = charClass(/[\s"'`]/)
const REDIS_WORD = /^(?:AUTH|requirepass|masterauth|auth_pass|sentinel-pass)$/
/** What a sentinel is told, in front of the name of what it watches and the password. */
const OF_SENTINEL = /sentinel[ \t]{1,4}$/i
const SENTINEL_CHARS = 12
const WATCHED = /[ \t]{1,4}[^\s"']{1,128}[ \t]{1,4}/y
/** Mechanisms of SASL, between `AUTH` and the credentials of SMTP and IMAP. */
const MECHANISM =
  /(?:PLAIN|LOGIN|XOAUTH2|OAUTHBEARER|NTLM|(?:CRAM|DIGEST)-MD5|SCRAM-SHA-\d{1,3}|default)(?:[ \t]{1,4}|(?=["'`.,;)\s]|$))/y

/** Behind a quoted key and a comma: `('X-Api-Key', 'y')`, `"Authorization", "Basic x"` in a flat list,
 * `"name": "password", "value": "y"`. Lists of names are left alone. */
export function listedSecret(text: string, key: Key, verdict: KeyVerdict): Pair | null {
  const slashes = skipBackslashes(text, key.end)
  if (verdict !== 'secret') return null
  const below = namedValueStart(text, key)
  if (below > key.end) return valueAt(text, below, LINE_ENDS)
  const declared = declaredValueStart(text, key)
  if (declared > key.end) return quotedValue(text, declared) ?? null
  const content = valueInMarkup(text, key)
  if (content !== null) return content
  if (!isQuote(text[slashes]))
    return key.text.startsWith('--') ? printedArgument(text, key) : bareValue(text, key)
  const after = slashes + 1
  const named =
    text[key.start - 1] === '/' || isQuote(text[key.start - 1]) ? afterMatch(VALUE_KEY, text, after) : after
  if (named > after) return valueAt(text, named, VALUE_ENDS)
  if (!isQuote(text[key.start - 1]) && !isInNamespace(text, key)) return null
  const next = afterMatch(NEXT_ELEMENT, text, after)
  const value = next > after ? quotedValue(text, next) : undefined
  if (!value) return null
  const literal = text.slice(value.start, Math.min(value.end, value.start + 512))
  if (key.text.startsWith('--')) return isArgument(text, key, literal) ? value : null
  if (DEFINES.test(text.slice(Math.max(0, key.start - 16), key.start))) return value
  if (literal.includes(' ')) return isSchemeOrPairs(literal) ? value : null
  if (isStatusWord(literal) || TAGGED_VERSION.test(literal) || keyVerdict(literal) === 'secret') return null
  if (isNoPlainWord(literal)) return value
  return ANOTHER_NAME.test(literal) && !isPairAlone(text, key, value) ? null : value
}

/** `"@auth:token"`, as stores of apps call their entries. */
function isInNamespace(text: string, key: Key): boolean {
  return NAMESPACE.test(text.slice(Math.max(0, key.start - NAMESPACE_CHARS), key.start))
}

/** `Basic am86…` and `a=1; b=2`, which a version such as `>= 1.0` is not. */
function isSchemeOrPairs(literal: string): boolean {
  const [scheme = '', credentials = ''] = literal.split(' ', 2)
  return (isCredentialScheme(scheme) && isNoPlainWord(credentials)) || /\w=/.test(literal)
}

/** A value behind a name, both without quotes; a word may say how it is. */
function bareValue(text: string, key: Key): Pair | null {
  const at = afterMatch(VALUE_KEY, text, key.end)
  if (at === key.end || !NAMED_BARE.test(text.slice(Math.max(0, key.start - NAMED_CHARS), key.start)))
    return null
  const value = valueAt(text, at, VALUE_ENDS)
  return value !== null && isNoPlainWord(text.slice(value.start, value.end)) ? value : null
}

/** `[deploy, --password, hunter2x9]`, as Java prints a list. */
function printedArgument(text: string, key: Key): Pair | null {
  if (!text.startsWith(', ', key.end) || !IN_LIST.test(text.slice(key.start - 2, key.start))) return null
  const value = unquotedValue(text, key.end + 2, PRINTED_ENDS)
  return value !== null && isNoPlainWord(text.slice(value.start, value.end)) ? value : null
}

/** What follows an option in a list of arguments; `add_argument('--password', 'pw')` declares one. */
function isArgument(text: string, key: Key, literal: string): boolean {
  if (literal.startsWith('-') || /\s/.test(literal) || !isFilled(literal)) return false
  if (isNoPlainWord(literal)) return true
  const isInList = IN_LIST.test(text.slice(Math.max(0, key.start - 6), key.start))
  return isInList && /[a-z]/.test(literal) && keyVerdict(literal) !== 'secret'
}

/** A value in quotes, or one that ends at one of these characters. */
function valueAt(text: string, at: number, ends: Uint8Array): Pair | null {
  const quoted = quotedValue(text, at)
  return quoted === undefined ? unquotedValue(text, at, ends) : quoted
}

/** In brackets of its own, which are not those of a call or of the columns of a table. */
function isPairAlone(text: string, key: Key, value: Pair): boolean {
  let at = key.start - 2
  if (text[at] === 'b' || text[at] === 'u') at--
  const opening = text[at]
  const closing = text[skipBackslashes(text, value.end) + 1]
  if (opening === '[') return closing === ']' && HEADER_NAME.test(key.text)
  if (/["'`\]] $/.test(text.slice(Math.max(0, at - 2), at))) return false
  return opening === '(' && closing === ')' && !/\w/.test(text[at - 1] ?? '')
}

/** The value behind a key without any separator, in languages that need none. */
export function spelledSecret(text: string, key: Key, isProgram: boolean): Pair | null {
  const at = skipBlanks(text, key.end)
  if (SQL_WORD.test(key.text) && at > key.end) {
    if (isQuote(text[at])) return isOfStatement(text, key) ? spacelessLiteral(text, at) : null
    const assigned = afterMatch(SQL_FOR_USER, text, key.end)
    if (assigned > key.end) return spacelessLiteral(text, assigned)
    const password = statementPassword(text, key, at)
    if (password !== null) return password
  }
  if (at > key.end && isQuote(text[at]) && METHOD_OF_BUILD.test(key.text)) return oddLiteral(text, at)
  const held = heldSecret(text, key)
  if (held !== null) return held
  if (text[key.end] === '(' && COMPARES.test(key.text)) return oddLiteral(text, key.end + 1)
  if (text[key.end] === '(' && isSetter(key.text)) {
    const isOfParser = /tokens?$/i.test(key.text)
    return isOfParser ? oddLiteral(text, key.end + 1) : spacelessLiteral(text, key.end + 1)
  }
  if (text[key.end] === ',' && /\{:?$/.test(text.slice(Math.max(0, key.start - 2), key.start)))
    return tupleValue(text, key)
  if (key.text.toLowerCase() === 'auth' && isQuote(text[key.end]) && isQuote(text[key.start - 1])) {
    const next = skipBlanks(text, key.end + 1)
    return next > key.end + 1 ? lastLiteral(text, next) : null
  }
  if (REDIS_WORD.test(key.text) && at > key.end) return redisSecret(text, key, at)
  if (key.text === 'auth-pass') return sentinelPassword(text, key)
  if (at > key.end && isAssigned(text, key))
    return valueAt(text, afterMatch(BODY_OPTION, text, at), VALUE_ENDS)
  return isProgram ? null : spokenSecret(text, key)
}

/** `password.equals("…")`, as Java compares. */
const COMPARES = /\.equals(?:IgnoreCase)?$/

/** `AuthToken(value=8f3a…)`, as classes around one value are printed. */
function heldSecret(text: string, key: Key): Pair | null {
  const at = afterMatch(HELD, text, key.end)
  const value = at > key.end && keyVerdict(key.text) === 'secret' ? valueAt(text, at, VALUE_ENDS) : null
  return value !== null && looksSecret(text.slice(value.start, value.end)) ? value : null
}

/** `{password,<<"…">>}` and `{:password, "…"}`, as Erlang and Elixir print a pair. */
function tupleValue(text: string, key: Key): Pair | null {
  const at = afterMatch(TUPLE, text, key.end)
  return at > key.end && keyVerdict(key.text) === 'secret' ? (quotedValue(text, at) ?? null) : null
}

/** The password without quotes of a statement that names a user, a role or a link. */
function statementPassword(text: string, key: Key, at: number): Pair | null {
  if (!/^identified/i.test(key.text) || !isBehindUser(text, key)) return null
  const value = unquotedValue(text, at, VALUE_ENDS)
  return value && !SQL_NO_PASSWORD.test(text.slice(value.start, value.end)) ? value : null
}

/** In small letters `identified by '…'` is prose without a user in front. */
function isOfStatement(text: string, key: Key): boolean {
  return !key.text.startsWith('identified') || isBehindUser(text, key)
}

function isBehindUser(text: string, key: Key): boolean {
  return SQL_STATEMENT.test(text.slice(Math.max(0, key.start - SQL_STATEMENT_CHARS), key.start))
}

/** `ENV DB_PASSWORD hunter2`, and the password of a file of logins. */
function isAssigned(text: string, key: Key): boolean {
  const before = text.slice(Math.max(0, key.start - LOGIN_FILE_CHARS), key.start)
  if (key.text === 'password') return LOGIN_FILE.test(before)
  if (/^(?:root|bind)pw$/.test(key.text)) return true
  return keyVerdict(key.text) === 'secret' && ASSIGNS.test(before)
}

/** `sentinel auth-pass cache hunter2`. */
function sentinelPassword(text: string, key: Key): Pair | null {
  const at = afterMatch(WATCHED, text, key.end)
  const before = text.slice(Math.max(0, key.start - SENTINEL_CHARS), key.start)
  if (at === key.end || !OF_SENTINEL.test(before)) return null
  const value = valueAt(text, at, WORD_ENDS)
  return value !== null && isNoPlainWord(text.slice(value.start, value.end)) ? value : null
}

/** `client.token`, `setPassword`, `with_api_key`: a verb or a point, letters, and what is set. */
function isSetter(key: string): boolean {
  if (HOLDER.test(key)) return true
  const last = SETTER_ENDS.exec(key)
  if (last === null) return false
  const before = key.slice(0, last.index)
  if (before === '' || /[^\w.$]/.test(before)) return false
  let letters = before.length
  while (letters > 0 && /[A-Za-z]/.test(before[letters - 1]!)) letters--
  return SETS.test(before.slice(letters)) || SETS_AT_END.test(before.slice(0, letters))
}

function spacelessLiteral(text: string, at: number): Pair | null {
  const value = quotedValue(text, at)
  return value && !/\s/.test(text.slice(value.start, Math.min(value.end, value.start + 128))) ? value : null
}

/** A word in quotes that no dictionary has. */
function oddLiteral(text: string, at: number): Pair | null {
  const value = spacelessLiteral(text, at)
  return value && isNoPlainWord(text.slice(value.start, value.end)) ? value : null
}

/** Of `"AUTH" "user" "password"`, as Redis logs commands, the last. */
function lastLiteral(text: string, at: number): Pair | null {
  const first = quotedValue(text, at)
  if (!first) return null
  const next = skipBlanks(text, first.end + 1)
  return (next > first.end + 1 ? quotedValue(text, next) : null) ?? first
}

/** `AUTH failed` is prose: behind `AUTH` a word has to look like a secret. */
function redisSecret(text: string, key: Key, at: number): Pair | null {
  const isCommand = key.text === 'AUTH'
  const start = afterMatch(MECHANISM, text, at)
  // The end of a literal: `send("AUTH LOGIN")`, `send('AUTH PLAIN ' + secret)`.
  if (isQuote(text[start]) && (text[start] === text[key.start - 1] || !/\s/.test(text[start - 1]!)))
    return null
  const quoted = quotedValue(text, start)
  if (quoted) return isStatusWord(text.slice(quoted.start, quoted.end)) ? null : quoted
  const value = unquotedValue(text, start, WORD_ENDS)
  if (value === null) return null
  const isNamed = isCommand && start === at
  const literal =
    isNamed && !isStatusWord(text.slice(value.start, value.end))
      ? quotedValue(text, skipBlanks(text, value.end))
      : null
  if (literal) return literal
  const second = isNamed ? unquotedValue(text, skipBlanks(text, value.end), VALUE_ENDS) : null
  const password = second === null ? '' : text.slice(second.start, second.end)
  if (second !== null && !password.includes('=') && looksSecret(password)) return second
  const word = text.slice(value.start, value.end)
  return !isFilled(word) || (isCommand && !isNoPlainWord(word) && !looksSecret(word)) ? null : value
}
