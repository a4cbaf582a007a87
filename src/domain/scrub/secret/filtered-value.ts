import type { Json, JsonObject } from '../../json/json.ts'
import { FILTERED } from './keys.ts'
import { isAddress } from './placeholder.ts'
import { isComplaint, isListOfSymbols, isStatusWord } from './status-words.ts'

/** Values under a sensitive key that hold no secret; an SDK's own mark stays as it is. */
const HARMLESS_VALUE = /^(?:|null|none|nil|undefined|true|false|yes|no|\[filtered\])$/i
/** Local variables as Python, Ruby and JavaScript print them, of which only the type is shown, and empty ones. */
const PRINTED_TYPE =
  /^(?:[bu]?(?:''|"")|\[\]|\{\}|\(\)|<(?:(?:function|bound method|coroutine object|generator object) )?[\w.<>]{1,200}(?: object)? at 0x[\da-f]{1,16}>|#<[A-Z][\w:]{0,200}(?::0x[\da-f]{1,16})?(?: not yet loaded)?>|\[object [A-Z]\w{0,40}\])$/i
/** A number under `max_tokens` or `session_duration` measures something; one under `token` may be a secret. */
const COUNT_KEY =
  /(?:tokens|sessions|cookies|counts?|total|limit|length|size|duration|timeout|ttl|age|ms|millis|seconds|minutes|expires_?(?:in|at)?|^pass)$/i
const NUMERIC_TEXT = /^\d{1,9}$/
/** Keys whose value often says how something is: `credentials: include`, `auth: ldap`, `session: expired`. */
const KEY_OF_STATE = /^(?:(?:with)?credentials|auth|authentication|authorization|session|cookies?)$/i
/** Words for a state that people take for a password. */
const WEAK_PASSWORD =
  /^(?:pass.{0,20}|secrets?|tokens?|default|local|user|username|anonymous|access|open|email)$/i
const MAX_LISTED = 20
const TOKENS = /tokens$/i
/** All that some forms say: `Required.` */
const SENTENCE_OF_WORD = /^\p{Lu}.*\.$/u
/** Where a process is, as shells say it in the environment; of one level, what no password is. */
const DIRECTORY_KEY = /^(?:old)?pwd$/i
const DIRECTORY =
  /^(?:~|\/|\/(?:app|code|data|home|opt|root|src|srv|tmp|usr|var|work|workspace)|(?:~|\/[\w.@+-]{1,64})(?:\/[\w.@+-]{1,64}){1,32})\/?$/

/** `PWD=/srv/app`, and a volume of Docker, `$PWD:/shop`. */
export function isWorkingDirectory(key: string, value: string): boolean {
  return key === '$PWD' ? value.startsWith('/') : DIRECTORY_KEY.test(key) && DIRECTORY.test(value)
}

/** Values that a sensitive key keeps: flags, nulls, blanks, counts, and what a form says about its field;
 * otherwise `[Filtered]`. */
export function filteredValue(value: Json, key: string): Json {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string' && isHarmless(value, key)) return value
  const isNumber = typeof value === 'number' || (typeof value === 'string' && NUMERIC_TEXT.test(value))
  if (isNumber && COUNT_KEY.test(key)) return value
  if (typeof value !== 'object') return FILTERED
  return isEmpty(value) || isListOfComplaints(value) || isListOfCounts(value, key) ? value : FILTERED
}

function isHarmless(value: string, key: string): boolean {
  if (HARMLESS_VALUE.test(value) || PRINTED_TYPE.test(value) || isComplaint(value) || isAddress(value))
    return true
  if (isWorkingDirectory(key, value)) return true
  if (TOKENS.test(key) && isListOfSymbols(value)) return true
  return KEY_OF_STATE.test(key) && isStatusWord(value) && !WEAK_PASSWORD.test(value)
}

/** `password: ['This field is required.']`. */
function isListOfComplaints(list: Json[] | JsonObject): boolean {
  if (!Array.isArray(list) || list.length > MAX_LISTED) return false
  return list.every((text) => typeof text === 'string' && (isComplaint(text) || isShortComplaint(text)))
}

function isShortComplaint(text: string): boolean {
  return isStatusWord(text) && SENTENCE_OF_WORD.test(text)
}

/** `tokens: { input: 12, output: 5 }`. */
function isListOfCounts(counts: Json[] | JsonObject, key: string): boolean {
  if (Array.isArray(counts) || !COUNT_KEY.test(key)) return false
  let count = 0
  for (const name in counts)
    if (++count > MAX_LISTED || !Number.isSafeInteger(counts[name]) || (counts[name] as number) > 1e9)
      return false
  return true
}

function isEmpty(container: Json[] | JsonObject): boolean {
  for (const _ in container) return false
  return true
}
