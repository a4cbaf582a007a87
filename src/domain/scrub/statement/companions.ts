import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { type Pair, quotedValue } from '../pair-value.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { isStatusWord } from '../secret/status-words.ts'
import type { Key, Separator } from '../separator.ts'

/** `"old" -> "new"`, as plans of Terraform show what changes. */
const CHANGED = /["']\s{1,2}(?:->|=>|→)\s{1,2}(?=["'])/y
/** Recovery codes come in lists: `8f3k-2mqz, 9xw1-p4tb`. */
const CODES = /codes$/i
const MORE_CODES =
  /(?:["']?[,;\s]{1,3}["']?(?=[A-Za-z-]{0,20}\d)[A-Za-z\d]{2,16}(?:-[A-Za-z\d]{2,16}){0,5}(?![\w-])){1,24}/y
/** `username/password: admin/…`. */
const NAME_AND_KEY = /\b(?:user(?:name)?|login|e?mail)[ \t]{0,2}[/&,+][ \t]{0,2}$/i
const SECOND = /[ \t]{0,2}[/:,][ \t]{0,2}[^\s,;)"']{3,128}/y
const BEFORE_CHARS = 20
const FIRST_WORD =
  /\b(?:encryption|decryption|master|signing|shared|session|licen[cs]e|aes|hmac|secret|unseal|recovery) $/i
const EVERYDAY_KEY =
  /^-{0,2}(?:tokens?|o?auth\d{0,2}|authentication|authenticated|authoriz(?:ation|ed)|authoris(?:ation|ed)|sessions?|sess|cookies?|credentials?|creds|secrets?|pass|csrf|xsrf|jwt|bearer|keys?)$/i
/** In front of a member of a struct or a map, or of what follows a name: `user:jo pass:…`. */
const IN_STRUCT =
  /[{[][^{}[\]]{0,160}$|\b(?:user(?:name)?|login|e?mail):[ \t]?[^\s:]{1,64}(?:[ ,]{1,2}|\r?\n[ \t]{0,8})$/i
const SHORT_NUMBER = /^\d{1,7}$/

/** A pair whose value goes on behind its end: another value of the same secret, or the password after the name. */
export function withCompanions(text: string, key: Key, pair: Pair): Pair {
  if (isQuote(text[pair.end])) {
    const next = afterMatch(CHANGED, text, pair.end)
    const changed = next > pair.end ? quotedValue(text, next) : null
    if (changed) return { ...pair, end: changed.end }
  }
  if (CODES.test(key.text)) return { ...pair, end: afterMatch(MORE_CODES, text, pair.end) }
  return isNamedWith(text, key) ? { ...pair, end: afterMatch(SECOND, text, pair.end) } : pair
}

/** True for the second of `username/password`. */
export function isNamedWith(text: string, key: Key): boolean {
  return NAME_AND_KEY.test(text.slice(Math.max(0, key.start - BEFORE_CHARS), key.start))
}

/** `{User:jo Pass:hunter2}`, as Go prints a struct or a map, and `{user: jo, pass: hunter2}`. */
export function isMemberOfStruct(
  { text, key, separator }: { text: string; key: Key; separator: Separator },
  value: string,
): boolean {
  if (separator.kind !== ':' || !/^(?:pass|secret)$/i.test(key.text)) return false
  if (!separator.tight && !isNoPlainWord(value)) return false
  const isInside = IN_STRUCT.test(text.slice(Math.max(0, key.start - 161), key.start))
  return isInside && value.length > 1 && !SHORT_NUMBER.test(value) && !isStatusWord(value)
}

/** `encryption key: …`: the word in front says what the key is for. */
export function keyOfTwoWords(text: string, start: number): number {
  const before = FIRST_WORD.exec(text.slice(Math.max(0, start - 12), start))?.[0]
  return start - (before?.length ?? 0)
}

/** True for a whole key that is also an everyday word: `token: unexpected` is prose, `token: 8f3a9c` is not. */
export function isEverydayKey(key: string): boolean {
  return EVERYDAY_KEY.test(key) || (/key$/i.test(key) && FIRST_WORD.exec(key.slice(0, -3))?.index === 0)
}
