import { afterMatch, skipBlanks } from '../../text/text-scan.ts'
import { inGroups, type Pair, quotedValue, unquotedValue, VALUE_ENDS } from '../pair-value.ts'
import { FOREIGN_WORD } from '../secret/key-pattern.ts'
import { keyVerdict } from '../secret/keys.ts'
import { isMixedWord, isNoPlainWord, isNumberedName, looksSecret } from '../secret/secret-value.ts'
import type { Key } from '../separator.ts'

const SPOKEN_KEY =
  /^(?:[\w.]{1,40}[-_.]|one[- ]time )?(?:password|passwd|passphrase|passcode|pwd|psk|secret|token|credentials?|api[-_ ]?key|private[-_ ]key|(?:recovery|backup|scratch)[-_ ]codes?)$/i
const SHORT_WORD = /^(?:senha|clave|parola)$/i
const PASSWORD_KEY = /(?:password|passwd|passphrase|passcode|pwd|psk)$/i
const API_KEY = /api[-_ ]?key$/i
const SESSION_KEY = /(?:session[-_]?(?:id|key)|sid)$/i
const OF_SESSION = /(?:[ \t](?:with|for|by))?[ \t](?:id|key|sid)(?=[ \t:=])/iy
const SIGN = /[ \t]{0,2}[:=][ \t]{0,4}/y
const IS =
  /[ \t]{1,2}(?:(?:was )?(?:changed|updated|reset) from|from(?=[ \t]["']?[^\s"']{6,64}["']? (?:to|->) )|is:|was:|is(?: now)?|was|to|(?:re)?set to|changed to|è|é|ist|lautet|est|es|jest|->|=>|→|\|)[ \t]{1,2}|->|→|\|/y
const IS_ABROAD =
  /[ \t]{1,2}(?:ist|lautet|war|est|es|era|è|é|jest|to|это|este|är|er|is|=>|->|→):?[ \t]{1,2}|[ \t]{0,2}(?:是|为|為|は|が|を|은|는|이|가|을|를)[ \t]{0,2}/y
/** `пароль пользователя ivan: …`, `la contraseña de pepe es …`, `密码错误:…`: words between a password and what it is. */
const WORDS_BETWEEN =
  /(?:[가-힣]{1,3})?(?:[ \t]{1,2}[\p{L}.@'’-]{1,24}){0,4}[ \t]{0,2}[:=—–]?[ \t]{1,2}|\p{L}{1,8}[:：][ \t]{0,2}/uy
/** The end of such words, where the password follows. */
const SAYS_WHAT = /[:：]\s{0,2}$|\s(?:ist|lautet|war|est|es|era|è|é|là|je|on|jest|to|er|är|is|هي|هو)\s{1,2}$/i
/** Where a prompt names whose password it asks for, and where a service says which key it was given. */
const ASKED_OR_GIVEN =
  /[ \t]for[ \t](?:user[ \t]|key[ \t])?(?:'[^'\n]{1,128}'|[^\s:]{1,64})(?::|[ \t](?:is(?:[ \t]now)?|was|(?:(?:is|was)[ \t])?(?:(?:re)?set|changed)[ \t]to))[ \t]{1,2}|[ \t]\(?(?:provided|supplied|given|entered)(?::|[ \t]is)[ \t]{1,2}/y
/** `Token has been issued: …`, `A temporary password is generated for root@localhost: …`. */
const DONE =
  /(?:[ \t](?:has|have|was|is|been|successfully|newly)){0,3}[ \t](?:issued|created|generated|updated|changed|reset|rotated|refreshed|received|used|sent|returned)(?:[ \t]for[ \t][^\s:]{1,64})?:[ \t]{1,2}/y
/** An address, and a word that Markdown makes bold. */
const PROSE = /:\/\/|^\*{1,2}[A-Za-z]{1,32}\*{1,2}$/
/** What was made by a program may have any sign. */
const ALL_TO_END = /(?![\w.-]{6,64}\s|\w{1,20}:\/\/|[/~])\S{6,64}(?=[ \t]{0,8}(?:\r?\n|$))/y
/** `with password Gr33nTea`, `invalid password Gr33nTea`. */
const BEFORE_PASSWORD =
  /(?:^|[\s("'])(?:with|using|and|tried|trying|entered|wrong|incorrect|invalid|bad|old|new|current|temporary|initial|default|root|admin|master|shared|my|your|his|her|their)[ \t]{1,2}$/i
const BEFORE_CHARS = 16
/** `user jo password Gr33nTea`. */
const BEHIND_NAME = /\b(?:user(?:name)?|login|account)[ \t:=]{1,2}[\w.@+-]{1,64},?[ \t]{1,2}(?:and[ \t])?$/i
const NAME_CHARS = 88
/** `password hash 8f3a…`. */
const OF_HASH = /[ \t](?:hash|digest|value)(?=[ \t])/iy
/** The other value of `changed from hunter2 to …`. */
const TO_OTHER = /["']? (?:to|into|->) ["']?(?=[^\s"']{0,64}[\d@#$!%])[^\s"',;]{6,128}/y
const SESSION_ID =
  /["']?[\w-]{12,128}(?=["']?(?:[.,]|$| (?:not|is|was|has|does|could|already|expired|invalid|closed|ended|timed)))/y
const UUID = /^["']?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Words of a passphrase: `purple-monkey-dishwasher`. */
const JOINED = /^[a-z]{3,16}(?:[-_. ][a-z]{3,16}){2,11}$/i
/** What is said of a password that was entered: `Password Gr33nTea is too short`. */
const SAID_OF_IT =
  /["']? (?:is|was|does|has|contains|rejected|must|failed|wrong|incorrect|invalid|expired|accepted|denied|refused|leaked|used|works)\b/y
/** As people choose passwords: a word, then digits or a mark. */
const CHOSEN = /^(?=.{6,64}$)\p{L}{3,32}(?:\d{2,8}[!?#$*.]?|[@#$!%^&*]\S{0,24})$/u
/** Of things that stand beside a password in prose. */
const NAME_WITH_DIGIT =
  /^(?:k8s|i18n|l10n|a11y|oauth2|auth0|http2|web3|log4j|es20|php\d|x86|x64|err|code|id|ora|sqlstate|ticket|issue|bug|cve)/i
const MAIL_ADDRESS = /@(?:[\w-]{1,63}\.|$)/
const CARD_CODE = /^cv[vc]2?$/i
const THREE_OR_FOUR = /\d{3,4}(?![\w.-])/y
const CODE = /\d{4,10}(?![\w-])/y
/** `le code est le 482913`. */
const ARTICLE = /(?:le|la|el|il|o|a) /y
/** Marks of quotations as other languages have them. */
const OPENS = /[ \t]{0,2}([«„“「『‹‚‘»])/y
const CLOSES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    '«': /»/,
    '»': /«/,
    '„': /[“”"]/,
    '“': /[”"]/,
    '「': /」/,
    '『': /』/,
    '‹': /›/,
    '‚': /[‘’]/,
    '‘': /’/,
  }),
)
const COLUMN = /(?:[ \t]{3,64}|\t)(?=\S)/y
const LAST_WORD = /\S{1,128}(?=[ \t]{0,64}(?:\r?\n|$))/y
const MAX_QUOTED_CHARS = 128

/** `the password is hunter2`, `token 8f3a9c…`, `Passwort „…“`: only what looks like a secret is one. */
export function spokenSecret(text: string, key: Key): Pair | null {
  if (keyVerdict(key.text) === 'pin') return spokenPin(text, key.end)
  if (FOREIGN_WORD.test(key.text) || SHORT_WORD.test(key.text)) return spokenAbroad(text, key.end)
  if (SPOKEN_KEY.test(key.text))
    return (
      appPassword(text, key) ??
      quotation(text, key.end) ??
      spokenAfter(text, key.end, IS) ??
      aligned(text, key) ??
      passwordAlone(text, key)
    )
  if (CARD_CODE.test(key.text)) {
    const start = skipBlanks(text, key.end)
    const end = afterMatch(THREE_OR_FOUR, text, start)
    return start > key.end && end > start ? { start, end } : null
  }
  if (SESSION_KEY.test(key.text)) return sessionAlone(text, key.end)
  if (!/session$/i.test(key.text)) return null
  const id = afterMatch(OF_SESSION, text, key.end)
  return id > key.end ? (spokenAfter(text, id, IS) ?? sessionAlone(text, id)) : sessionAlone(text, key.end)
}

/** `Session 9f8e7d6c5b4a39281706 has expired`; names and numbers of sessions are shorter. */
function sessionAlone(text: string, keyEnd: number): Pair | null {
  const signed = afterMatch(SIGN, text, keyEnd)
  const start = signed > keyEnd ? signed : skipBlanks(text, keyEnd)
  const end = start > keyEnd ? afterMatch(SESSION_ID, text, start) : start
  const id = text.slice(start, end)
  return end > start && looksSecret(id) && !UUID.test(id) ? { start, end } : null
}

/** `Your verification code is 482913`. */
function spokenPin(text: string, keyEnd: number): Pair | null {
  const said = afterMatch(IS, text, keyEnd)
  const start = said > keyEnd ? said : afterMatch(IS_ABROAD, text, keyEnd)
  const code = start > keyEnd ? afterMatch(ARTICLE, text, start) : skipBlanks(text, keyEnd)
  const end = code > keyEnd ? afterMatch(CODE, text, code) : code
  return end > code ? { start: code, end } : null
}

function spokenAbroad(text: string, keyEnd: number): Pair | null {
  const said = quotation(text, keyEnd) ?? spokenAfter(text, keyEnd, IS_ABROAD)
  if (said !== null) return said
  const adjacent = adjacentWord(text, keyEnd)
  if (adjacent !== null) return adjacent
  const between = afterMatch(WORDS_BETWEEN, text, keyEnd)
  const start = between > keyEnd ? between : skipBlanks(text, keyEnd)
  return mixedWord(text, start, SAYS_WHAT.test(text.slice(keyEnd, start)))
}

/** Right behind the word for it: `Passwort "…"`, and without quotes a word with digits at its end or a mark. */
function adjacentWord(text: string, keyEnd: number): Pair | null {
  const start = skipBlanks(text, keyEnd)
  if (start === keyEnd) return null
  const said = wordAt(text, start)
  if (said === null) return null
  const { word, isQuoted } = said
  if (isNumberedName(word) || MAIL_ADDRESS.test(word)) return null
  const isSecret = isQuoted ? word.length >= 4 && !/\s/.test(word) && isNoPlainWord(word) : CHOSEN.test(word)
  return isSecret ? said.place : null
}

function mixedWord(text: string, start: number, isSaid: boolean): Pair | null {
  const said = wordAt(text, start)
  if (said === null) return null
  const { word, place } = said
  return isMixedWord(word) || looksSecret(word) || (isSaid && CHOSEN.test(word)) ? place : null
}

interface SaidWord {
  word: string
  /** Of the word. */
  place: Pair
  isQuoted: boolean
  /** Where the value ends, with the marks behind the word. */
  end: number
}

/** The word in quotes, or up to what ends a value, without the marks of the sentence. */
function wordAt(text: string, start: number): SaidWord | null {
  const quoted = quotedValue(text, start)
  const value = quoted ?? unquotedValue(text, start, VALUE_ENDS)
  if (value === null) return null
  const word = withoutMarks(text.slice(value.start, value.end))
  const place = { start: value.start, end: value.start + word.length }
  return { word, place, isQuoted: quoted !== undefined, end: value.end }
}

/** A word in typographic quotes: `«…»`, `「…」`. */
function quotation(text: string, keyEnd: number): Pair | null {
  const start = afterMatch(OPENS, text, keyEnd)
  if (start === keyEnd) return null
  const inside = text.slice(start, start + MAX_QUOTED_CHARS)
  const length = inside.search(CLOSES.get(text[start - 1]!)!)
  const all = inside.slice(0, Math.max(0, length))
  const word = all.trim()
  if (word.length < 4 || /\s/.test(word) || !isNoPlainWord(word)) return null
  const begin = start + all.indexOf(word)
  return { start: begin, end: begin + word.length }
}

function spokenAfter(text: string, keyEnd: number, is: RegExp): Pair | null {
  const done = afterMatch(DONE, text, keyEnd)
  const asked = done > keyEnd ? done : afterMatch(ASKED_OR_GIVEN, text, keyEnd)
  const named = asked > keyEnd ? asked : afterMatch(is, text, keyEnd)
  const start = named > keyEnd ? named : skipBlanks(text, afterMatch(OF_HASH, text, keyEnd))
  if (start === keyEnd) return null
  const groups = named > keyEnd ? inGroups(text, start) : null
  if (groups !== null) return groups
  const end = done > keyEnd ? afterMatch(ALL_TO_END, text, start) : start
  if (end > start && isNoPlainWord(text.slice(start, end))) return { start, end }
  const said = wordAt(text, start)
  if (said === null) return null
  const { word, place } = said
  const isSecret =
    looksSecret(word) || (named > keyEnd && word.length >= 6 && isNoPlainWord(word) && !PROSE.test(word))
  return isSecret ? { start: place.start, end: afterMatch(TO_OTHER, text, place.end) } : null
}

/** In a column of its own, as PowerShell prints a table: the name is first in its line, the value last. */
function aligned(text: string, key: Key): Pair | null {
  const start = afterMatch(COLUMN, text, key.end)
  if (start === key.end || !/(?:^|[\r\n])[ \t]{0,8}$/.test(text.slice(Math.max(0, key.start - 9), key.start)))
    return null
  const end = afterMatch(LAST_WORD, text, start)
  const word = text.slice(start, end)
  return word.length >= 6 && isNoPlainWord(word) && !/^\d{1,7}$/.test(word) ? { start, end } : null
}

/** As Google and Apple make passwords for one program. */
const APP_PASSWORD = /[ \t:="']{1,4}[a-z]{4}(?:[- ][a-z]{4}){3}(?![a-z])/y
const BEFORE_APP_PASSWORD = /\bapp(?:lication)?(?:[- ]specific)?[ -]$/i
const LETTERS = 19

function appPassword(text: string, key: Key): Pair | null {
  const before = text.slice(Math.max(0, key.start - BEFORE_CHARS), key.start)
  if (!BEFORE_APP_PASSWORD.test(before)) return null
  const end = afterMatch(APP_PASSWORD, text, key.end)
  return end > key.end ? { start: end - LETTERS, end } : null
}

/** What follows a password without a verb: behind a preposition any word that no dictionary has. */
function passwordAlone(text: string, key: Key): Pair | null {
  const start = skipBlanks(text, key.end)
  if (start === key.end) return null
  const said = wordAt(text, start)
  if (said === null) return null
  const { word, isQuoted } = said
  if (word.length < 6 || isNumberedName(word) || MAIL_ADDRESS.test(word) || !/^[^/]*\p{L}/u.test(word))
    return null
  const isApiKey =
    isQuoted && API_KEY.test(key.text) && word.length >= 10 && /\d/.test(word) && !/\s/.test(word)
  return isApiKey || (PASSWORD_KEY.test(key.text) && isPasswordAlone(text, key, said)) ? said.place : null
}

function isPasswordAlone(text: string, key: Key, { word, isQuoted, end }: SaidWord): boolean {
  if (NAME_WITH_DIGIT.test(word)) return false
  if (!/[-_./:]/.test(word) && (isMixedWord(word) || (/\d/.test(word) && CHOSEN.test(word)))) return true
  const before = text.slice(Math.max(0, key.start - NAME_CHARS), key.start)
  const isGiven =
    isQuoted ||
    BEFORE_PASSWORD.test(before) ||
    BEHIND_NAME.test(before) ||
    afterMatch(SAID_OF_IT, text, end) > end
  return isGiven && (isNoPlainWord(word) || (isQuoted && JOINED.test(word)))
}

/** Where words of scripts that need no blanks go on behind the value. */
const SCRIPTS = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/

/** By index: a pattern for it would start again at each mark of a long run. */
function withoutMarks(word: string): string {
  const goesOn = word.search(SCRIPTS)
  let end = goesOn < 0 ? word.length : goesOn
  while (end > 0 && '.:!?。'.includes(word[end - 1]!)) end--
  return word.slice(0, end)
}
