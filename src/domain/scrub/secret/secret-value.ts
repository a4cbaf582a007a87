/** Whether a value looks like a secret. Words, names, numbers, versions, times, positions and paths do not:
 * after `token` or `session` in a sentence only what looks random is one. */

const MIN_SECRET_CHARS = 6
const MAX_JUDGED_CHARS = 512
/** `oauth2`, `sha256`, `v1beta`: a word with a number. */
const NUMBERED_WORD = /^[A-Za-z]{1,24}[-_]?\d{0,4}$/
/** Versions, times, addresses, amounts: digits that any of these marks part. */
const NUMERIC = /^[vVrR]?\d[\d.,:/TZ+_-]*$/
/** A file and a place in it, a path, an address. */
const LOCATION = /^(?:[a-zA-Z]:)?[.~]{0,2}[/\\]|:\/\/|\.[A-Za-z]{1,5}:\d|\.[A-Za-z]{1,4}$/
/** Where an object is in memory, `#<Session:0x00007f8b1c0d2e30>`, and a colour. */
const PLACE_OR_COLOUR = /^(?:0x[\da-f]{1,16}|#[\da-f]{3,8})$/i
/** An object as Java prints it: `android.os.BinderProxy@1a2b3c`. */
const OBJECT = /^(?:[a-z]\w{0,40}\.){1,10}[A-Z][\w$]{0,100}@[\da-f]{1,16}$/
/** `InvalidTokenError`, `max_retries`, `X-Request-Id`: words, however they are joined. */
const JOINED_WORDS = /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)*$/
const RUN = /[A-Za-z0-9]+/g
const HEX = /^[\da-f]+$/i
const SWITCH = /(?<=\d)[A-Za-z]|(?<=[A-Za-z])\d/g
const HAS_DIGIT = /\d/
const LOWER_THEN_UPPER = /[a-z][A-Z]/g
/** `K7QM-29XP-4TBW`, as licences are sold and codes are printed. */
const SERIAL = /^(?=[\d-]{0,40}[A-Z])(?=[A-Z-]{0,40}\d)[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){2,7}$/
/** Names of types and algorithms, and of things that are counted. */
const NUMBERED_NAME =
  /^(?:n?varchar\d|u?int\d{1,3}|float\d{1,3}|md\d|sha-?\d|base64|utf-?\d|oauth\d|ipv\d|latin\d|v\d{1,4}(?![a-z\d])|bcrypt|argon2|scrypt|pbkdf2|(?:field|form|step|page|rule|input|attempt|policy|version|test|user|line|row|item)[-_#]?\d{1,9}(?![a-z\d]))/i
const LONG_RUN = 20
const MIXED = /\p{L}\d{1,4}\p{L}/u

/** True for text that was made by chance or by a generator: `8f3a9c`, `aB3xY9zQ`, `9b2e41d0-…`. */
export function looksSecret(value: string): boolean {
  const text = value.length > MAX_JUDGED_CHARS ? value.slice(0, MAX_JUDGED_CHARS) : value
  if (text.length < MIN_SECRET_CHARS || (NUMBERED_WORD.test(text) && !looksMixed(text))) return false
  if (OBJECT.test(text) || NUMERIC.test(text) || LOCATION.test(text) || PLACE_OR_COLOUR.test(text))
    return false
  for (const run of text.match(RUN) ?? []) if (isRandomRun(run)) return true
  return SERIAL.test(text)
}

/** Long runs of letters with capitals where no word begins. */
function looksMixed(text: string): boolean {
  return text.length >= LONG_RUN && (text.match(LOWER_THEN_UPPER)?.length ?? 0) > text.length / 6
}

function isRandomRun(run: string): boolean {
  if (run.length < MIN_SECRET_CHARS) return false
  if (!HAS_DIGIT.test(run)) return looksMixed(run)
  const switches = run.match(SWITCH)?.length ?? 0
  if (HEX.test(run)) return switches >= 2 || (switches >= 1 && run.length >= 12)
  if (switches >= 3 && run.length >= 8) return true
  return switches >= 1 && run.length >= 10 && !NUMBERED_WORD.test(run)
}

/** True for text that is not a plain word: it has a digit or mixes capitals and small letters beyond the first. */
export function isNoPlainWord(value: string): boolean {
  if (/[\d@#$!%^&*~]/.test(value)) return true
  return value.length >= LONG_RUN
    ? !JOINED_WORDS.test(value) || looksMixed(value)
    : /[a-z][A-Z][a-z]*[A-Z]|[a-z][A-Z]$/.test(value)
}

/** `Gr0sserHund`: a digit between letters, as passwords have it, and neither a path nor an address. */
export function isMixedWord(value: string): boolean {
  return value.length >= 6 && value.length <= MAX_JUDGED_CHARS && MIXED.test(value) && !LOCATION.test(value)
}

/** `sha256`, `varchar2`, `field_1`: what stands beside the word for a secret, and has a digit as secrets do. */
export function isNumberedName(value: string): boolean {
  return NUMBERED_NAME.test(value)
}
