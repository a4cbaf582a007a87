import { afterMatch, charClass, isQuote, skipBackslashes } from '../../text/text-scan.ts'
import { type Pair, quotedValue, unquotedValue, VALUE_ENDS } from '../pair-value.ts'
import { keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import type { Key } from '../separator.ts'
import { noteScan } from '../work.ts'

/** Behind the name of a field, what Joi, Spring and Mongoose say of its value. */
const SAID_BEHIND =
  /["'`]? with value (?=["'])|\\{0,4}["'`] (?:got|has) (?:an )?invalid value:? (?=\\{0,4}["'])|["'`]? to (?:be|equal|eql|match|contain|have value) (?=["'])|["']: rejected value \[|` \(`(?=[^`]{1,256}`\) (?:is|does|must))/y
const SAID_ENDS: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({ '[': charClass(/\]/), '`': charClass(/`/) }),
)
/** `Key (user_id, token)=(5, …) already exists.` of PostgreSQL. */
const UNIQUE_KEY = /Key \(([\w", ]{0,160})$/
const UNIQUE_VALUES = /["\w, ]{0,160}\)=\(/y
/** `Duplicate entry '…' for key 'users.api_token'` of MySQL; `17-4` are ids of rows. */
const DUPLICATE = /Duplicate entry '(?!\d{1,20}(?:-\d{1,20}){0,4}')([^'\n]{1,255})' for key '[\w.-]{0,128}$/
/** The line above is the field, as Pydantic prints it. */
const PYDANTIC = 'input_value='
const LINE_BREAK = /(?:\r?\n|(?:\\r)?\\n)[ \t]{1,8}/y
const FINAL_VALUE = 'the final value was: '
const PYDANTIC_END = ', input_type='
const FIRST_IN_LINE = /(?:^|[\r\n]|\\n)$/
/** Behind the last part of a path: `'loc': ('body', 'password'), 'msg': '…', 'input': '…'`. */
const END_OF_PATH = /["']\s{0,8}[)\]]/y
const PATH_BEFORE =
  /\b(?:loc|location|path|field|property|param)\\{0,4}["']?\s{0,4}[:=]\s{0,4}[[(]\s{0,8}(?:\\{0,4}["'][\w.-]{1,64}\\{0,4}["']\s{0,4},\s{0,8}|\d{1,6}\s{0,4},\s{0,8}){0,6}\\{0,4}["']$/
const INPUT = /(?:["']|\b)(?:input|received|rejectedValue|rejected_value|value|actual)["']?\s{0,4}:\s{0,4}/g
/** In front of the name of a field: `value: '…', msg: '…', path: 'password'`. */
const NAMED_BEHIND =
  /["']?\b(?:property|path|param|field|name|key|id|type)["']?\s{0,4}[:=]\s{0,4}\[?\s{0,8}["']$/
const VALUE_BEFORE = /\bvalue["']?\s{0,4}[:=]\s{0,4}(?=["'])/g
const COMPARED = /(["'])([^"'\n]{4,128})\1(?:[ \t]{0,2}[!=]={1,2}[ \t]{0,2}|\.equals(?:IgnoreCase)?\()$/
const COMPARED_CHARS = 160
const LOOK_BACK_CHARS = 320
const LOOK_AHEAD_CHARS = 400
/** A whole document, whose own pairs are judged, or a value that is missing. */
const DOCUMENT = /^[{[]|^None\b|^null\b|^undefined\b/

/** What validators, databases and forms say of the value of a field, somewhere around its name. The value may
 * come before the key. */
export function rejectedValue(text: string, key: Key): Pair | null {
  const said = afterMatch(SAID_BEHIND, text, key.end)
  if (said > key.end) return saidValue(text, said)
  const before = text.slice(Math.max(0, key.start - LOOK_BACK_CHARS), key.start)
  if (isQuote(text[key.start - 1]))
    return valueBefore(text, key, before) ?? duplicateEntry(key, before) ?? inputBehind(text, key, before)
  const final = finalValue(text, key)
  if (final !== null) return final
  if (FIRST_IN_LINE.test(before)) return pydanticInput(text, key)
  return before.endsWith("'") || before.includes('Key (') ? uniqueValue(text, key, before) : null
}

/** `"…" == password`, `'…' !== user.password` and `"…".equals(password)`: the literal in front of what it is compared with. */
export function comparedValue(text: string, key: Key): Pair | null {
  if (!' =('.includes(text[key.start - 1] ?? '.')) return null
  const from = Math.max(0, key.start - COMPARED_CHARS)
  const [compared, , value = ''] = COMPARED.exec(text.slice(from, key.start)) ?? []
  if (compared === undefined || !isNoPlainWord(value)) return null
  const start = key.start - compared.length + 1
  return { start, end: start + value.length }
}

function saidValue(text: string, start: number): Pair | null {
  const ends = SAID_ENDS.get(text[start - 1]!)
  const value = ends === undefined ? quotedValue(text, start) : unquotedValue(text, start, ends)
  return value ?? null
}

/** The value in the same column as the key. */
function uniqueValue(text: string, key: Key, before: string): Pair | null {
  const [, columns] = UNIQUE_KEY.exec(before) ?? []
  if (columns === undefined) return null
  const values = afterMatch(UNIQUE_VALUES, text, key.end)
  if (values === key.end) return null
  let start = values
  for (let column = columns.split(',').length; column > 1; column--) {
    const comma = text.indexOf(', ', start)
    if (comma < 0) return null
    start = comma + 2
  }
  return unquotedValue(text, start, VALUE_ENDS)
}

function duplicateEntry(key: Key, before: string): Pair | null {
  const match = DUPLICATE.exec(before)
  if (match === null) return null
  const start = key.start - before.length + match.index + 'Duplicate entry '.length + 1
  return { start, end: start + match[1]!.length }
}

function pydanticInput(text: string, key: Key): Pair | null {
  const line = afterMatch(LINE_BREAK, text, key.end)
  if (line === key.end) return null
  noteScan(LOOK_AHEAD_CHARS)
  const said = text.slice(line, line + LOOK_AHEAD_CHARS).split(/\n|\\n/, 1)[0]!
  const at = said.indexOf(PYDANTIC)
  return at < 0 || said.includes('type=missing') ? null : inputAt(text, line + at + PYDANTIC.length)
}

/** `password must match /x/, but the final value was: …` of Yup. */
function finalValue(text: string, key: Key): Pair | null {
  if (!text.startsWith(' must ', key.end)) return null
  noteScan(LOOK_AHEAD_CHARS)
  const at = text.slice(key.end, key.end + LOOK_AHEAD_CHARS).indexOf(FINAL_VALUE)
  return at < 0 ? null : (quotedValue(text, key.end + at + FINAL_VALUE.length) ?? null)
}

/** An input that is a document is not one value. */
function inputAt(text: string, start: number): Pair | null {
  if (DOCUMENT.test(text.slice(start, start + 10))) return null
  const quoted = quotedValue(text, start)
  if (quoted !== undefined) return quoted
  const end = text.slice(start, start + LOOK_AHEAD_CHARS).indexOf(PYDANTIC_END)
  return end < 0 ? unquotedValue(text, start, VALUE_ENDS) : { start, end: start + end }
}

function inputBehind(text: string, key: Key, before: string): Pair | null {
  const isNamed = NAMED_BEHIND.test(before.slice(-48))
  const closing = skipBackslashes(text, key.end)
  const start = isNamed ? closing + 1 : afterMatch(END_OF_PATH, text, closing)
  if (start <= closing || !(isNamed || PATH_BEFORE.test(before))) return null
  noteScan(LOOK_AHEAD_CHARS)
  const ahead = text.slice(start, start + LOOK_AHEAD_CHARS)
  const end = ahead.indexOf('}')
  INPUT.lastIndex = 0
  const match = INPUT.exec(end < 0 ? ahead : ahead.slice(0, end))
  return match === null ? null : inputAt(text, start + INPUT.lastIndex)
}

/** `value: '…', property: 'password'`, in one object or tag. */
function valueBefore(text: string, key: Key, before: string): Pair | null {
  if (!before.includes('value') || !NAMED_BEHIND.test(before.slice(-48))) return null
  noteScan(LOOK_BACK_CHARS)
  const opening = Math.max(before.lastIndexOf('{'), before.lastIndexOf('<')) + 1
  const from = key.start - before.length + opening
  const match = [...before.slice(opening).matchAll(VALUE_BEFORE)].at(-1)
  if (match === undefined) return null
  const value = quotedValue(text, from + match.index + match[0].length)
  const isOver = value && value.end < key.start && keyVerdict(text.slice(value.start, value.end)) !== 'secret'
  return isOver && isFilled(text.slice(value.start, value.end)) ? value : null
}
