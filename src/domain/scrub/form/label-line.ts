import { afterMatch } from '../../text/text-scan.ts'
import type { Pair } from '../pair-value.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isMixedWord, isNoPlainWord, isNumberedName, looksSecret } from '../secret/secret-value.ts'
import { isStatusWord } from '../secret/status-words.ts'
import type { Key } from '../separator.ts'
import { isEverydayKey } from '../statement/companions.ts'

/** A label that begins its line, and its value alone in the next line or at the end of its own. */

const BEFORE_LABEL = /(?:^|[\r\n])[ \t]{0,16}$/
const BEFORE_CHARS = 18
/** `ACCESS TOKEN:`, `Your new API key:`. */
const WORDS_BEFORE = /(?:^|[\r\n])[ \t]{0,16}(?:[A-Za-z]{2,16}[ \t]){1,5}$/
const WORDS_CHARS = 104
/** To the next line that is not empty. */
const LINE_BELOW =
  /(?:[ \t](?:is|to [a-z ]{1,40}(?=:)))?[ \t]{0,4}[:：]?[ \t]{0,8}\r?\n(?:[ \t]{0,16}\r?\n){0,2}[ \t]{0,16}/y
const BLANKS = /[ \t]{1,32}/y
const WORD_TO_END = /[^\s()<>{}[\];,"'`=|]{6,128}(?=[ \t]{0,16}(?:\r?\n|$))/y
/** Times, versions and numbers. */
const NUMERIC = /^[\d.:TZ+-]{1,128}$/
/** A path, an address of mail, a label. */
const PLACE_OR_LABEL = /[/\\]|@[\w-]{1,63}\.|:$|\.[A-Za-z]{2,4}$/
/** Any thing with its number: `item-4`. */
const COUNTED = /^[a-z]{1,12}[-_#]\d{1,4}$/i
const SECRET_HOLDER = /(?:pass(?:word|wd|phrase|code)?|pwd|pw)$/i
/** A key of a file of settings. */
const OF_SETTINGS = /[a-z\d][._][a-z]/i

/** The value alone in the line below its label: `Password:`, and then `Tr0ub4dor`. */
export function secretBelow(text: string, key: Key): Pair | null {
  const start = afterMatch(LINE_BELOW, text, key.end)
  if (start === key.end) return null
  const hasColon = /[:：]/.test(text.slice(key.end, start))
  const isFirst = beginsLine(text, key)
  if (!isFirst && !(hasColon && isBehindWords(text, key))) return null
  const end = afterMatch(WORD_TO_END, text, start)
  const word = text.slice(start, end)
  if (end === start || !isValue(word)) return null
  const isLabelled = isFirst && hasColon && !isEverydayKey(key.text)
  return looksSecret(word) || (isLabelled && isNoPlainWord(word)) ? { start, end } : null
}

/** `spring.datasource.password hunter2x9` of a file of settings, and a line that is nothing but `password hunter2`. */
export function secretInLine(text: string, key: Key): Pair | null {
  if (text[key.end] === '(') return keywordValue(text, key)
  const start = afterMatch(BLANKS, text, key.end)
  if (start === key.end || !SECRET_HOLDER.test(key.text) || !beginsLine(text, key)) return null
  const end = afterMatch(WORD_TO_END, text, start)
  const word = text.slice(start, end)
  if (end === start || !isValue(word) || !isNoPlainWord(word)) return null
  return OF_SETTINGS.test(key.text) || !/[-_.:]/.test(word) ? { start, end } : null
}

/** `PASSWORD(HUNTER2X)`, as commands of mainframes and brokers have it; a call has a variable. */
const KEYWORD = /^(?:new)?(?:password|passwd|passphrase|pwd)$/i
const KEYWORD_VALUE = /\([A-Za-z\d@#$!-]{6,64}(?=\))/y

function keywordValue(text: string, key: Key): Pair | null {
  const end = afterMatch(KEYWORD_VALUE, text, key.end)
  if (end === key.end || !KEYWORD.test(key.text)) return null
  return isMixedWord(text.slice(key.end + 1, end)) ? { start: key.end + 1, end } : null
}

function beginsLine(text: string, key: Key): boolean {
  return BEFORE_LABEL.test(text.slice(Math.max(0, key.start - BEFORE_CHARS), key.start))
}

function isBehindWords(text: string, key: Key): boolean {
  return WORDS_BEFORE.test(text.slice(Math.max(0, key.start - WORDS_CHARS), key.start))
}

function isValue(word: string): boolean {
  return (
    isFilled(word) &&
    !NUMERIC.test(word) &&
    !PLACE_OR_LABEL.test(word) &&
    !isNumberedName(word) &&
    !COUNTED.test(word) &&
    !isStatusWord(word)
  )
}
