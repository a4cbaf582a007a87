import {
  ABOUT_SECRETS,
  FOREIGN_CODES,
  FOREIGN_LIKELY_PARTS,
  FOREIGN_PARTS,
  PLAIN_KEYS,
  SECRET_PARTS,
  SECRET_WORDS,
} from './secret-key-words.ts'
import { looksSecret } from './secret-value.ts'

export const FILTERED = '[Filtered]'

/** `secret`: the value is one. `likely`: if it looks like one. `pin`: digits are one. */
export type KeyVerdict = 'secret' | 'likely' | 'pin' | 'plain'

/** Names that carry a credential only as a parameter of a URL or as a cookie. */
const SECRET_PARAMETER =
  /^(?:sig|signature|hmac|jwt|otp|pin|sid|key|connectsid|xamzsignature|xamzcredential|xgoogsignature|xgoogcredential|rememberme)$/

const SEPARATORS = /[^\p{L}\p{N}]+/gu
const IS_ASCII = /^[\0-\x7f]*$/
const CYRILLIC_AND_GREEK = 'асеіјкорѕтухԁοανАВСЕІКОРЅТХΟΑΕΚΤ'
const LATIN = 'aceijkopstyxdoavabceikopstxoaekt'
const LOOK_ALIKES = new RegExp(`[${CYRILLIC_AND_GREEK}]`, 'g')
const MAX_KEY_CHARS = 256
const MAX_CACHED_VERDICTS = 8192

/** `STRIPE_KEY`, as a setting in the environment. */
const SETTING_KEY = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,12}_KEYS?$/
const WORD_EDGE = /(?<=[a-z\d])(?=[A-Z])|[^\p{L}\p{N}]+/u
const LAST_DIGITS = /\d{1,4}$/
/** Digits behind these are typed to sign in or to pay. */
const PIN_WORDS = new Set(['pin', 'otp', 'totp', 'mfa', 'tfa', '2fa', 'passkey'])
const PIN_CODES = new Set([
  'pin',
  'otp',
  'totp',
  'mfa',
  'tfa',
  '2fa',
  'fa',
  'sms',
  'verification',
  'login',
  'security',
  'time',
  'factor',
  'authenticator',
])
/** A cookie's name in two words. */
const REMEMBER_ME = 'rememberme'
/** What stands in for a password that is lost. */
const SECRET_PAIRS = new Set([
  'recovery code',
  'recovery codes',
  'backup code',
  'backup codes',
  'scratch codes',
  'security answer',
  'recovery phrase',
  'seed phrase',
  'seed words',
  'secret phrase',
])
/** Objects of Kubernetes, which values refer to by name. */
const NAMED_SECRETS = new Set([
  'existing secret',
  'pull secret',
  'pull secrets',
  'secret ref',
  'key ref',
  'token ref',
])
/** Before `token`: what says where a list goes on, and lets no one in. */
const PLACE_TOKENS = new Set(['page', 'pagination', 'paging', 'next', 'continuation', 'cursor'])
/** Before `id`: what Jenkins and .NET keep elsewhere, by a name or number, and who signs in: `OAUTH_CLIENT_ID`. */
const NAMED_BY_ID = new Set(
  'credential credentials secrets client app application user tenant group org organization account project customer role'.split(
    ' ',
  ),
)
const LIKELY_WORDS = new Set([
  'signature',
  'hmac',
  'salt',
  'sid',
  'sig',
  'passkey',
  'tok',
  'pat',
  'bypass',
  'crumb',
])

const verdicts = new Map<string, KeyVerdict>()

/** In any case, with any separators (`X-Api-Key`, `API KEY`), by the first 256 characters; bounded cache. */
export function keyVerdict(key: string): KeyVerdict {
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = verdictOf(key.length > MAX_KEY_CHARS ? key.slice(0, MAX_KEY_CHARS) : key)
  if (verdicts.size >= MAX_CACHED_VERDICTS) verdicts.clear()
  if (key.length <= MAX_KEY_CHARS) verdicts.set(key, verdict)
  return verdict
}

const NAMES_PLACE = /(?:key|cookie|header|field|name)$/i
/** A variable of the environment, and a header. */
const SETTING_OR_HEADER = /^[A-Z]{2,20}(?:_[A-Z]{2,20}){1,8}$|^[A-Z][a-z]{1,20}(?:-[A-Z][a-z]{1,20}){1,6}$/

/** True for `STRIPE_KEY`, which is a secret in an environment; in code it may be what a key is called. */
function isNameOfSetting(key: string): boolean {
  return SETTING_KEY.test(key) && !SECRET_PARTS.test(compactKey(key))
}

export function isSensitiveKey(key: string): boolean {
  return keyVerdict(key) === 'secret'
}

function verdictOf(key: string): KeyVerdict {
  const words = wordsOf(key)
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  const isAbout = words.length > 1 && (ABOUT_SECRETS.has(last) || NAMED_SECRETS.has(`${before} ${last}`))
  if (last === 'token' && PLACE_TOKENS.has(before)) return 'plain'
  if (last === 'id' && NAMED_BY_ID.has(before)) return 'plain'
  const compact = compactKey(key)
  const own = IS_ASCII.test(key) ? compact : ownLetters(key)
  if (SECRET_PARTS.test(compact) || FOREIGN_PARTS.test(compact) || FOREIGN_PARTS.test(own))
    return isAbout ? 'likely' : 'secret'
  if (SECRET_WORDS.has(last)) return before === 'by' ? 'plain' : 'secret'
  if (SECRET_PAIRS.has(`${before} ${last}`)) return 'secret'
  if (FOREIGN_CODES.has(compact) || FOREIGN_CODES.has(own)) return 'pin'
  if (FOREIGN_LIKELY_PARTS.test(own)) return 'likely'
  if (PIN_WORDS.has(last) || (last === 'code' && PIN_CODES.has(before))) return 'pin'
  if (LIKELY_WORDS.has(last) || compact === REMEMBER_ME) return 'likely'
  if ((last !== 'key' && last !== 'keys') || before === '' || PLAIN_KEYS.has(before)) return 'plain'
  return SETTING_KEY.test(key) ? 'secret' : 'likely'
}

/** `dbPass2` is `db` and `pass`, `X-Hub-Signature-256` ends with `signature`. */
export function wordsOf(key: string): string[] {
  const words = key.split(WORD_EDGE).map((word) => word.replace(LAST_DIGITS, '').toLowerCase())
  return words.filter((word) => word !== '')
}

/** As `compactKey`, but with the letters of other scripts, whatever they look like. */
function ownLetters(key: string): string {
  return key.normalize('NFKD').replace(/ł/g, 'l').replace(SEPARATORS, '').toLowerCase()
}

/** True when a URL parameter or cookie of this name holds a secret: sensitive keys, signatures, session ids. */
export function isSecretParameter(name: string): boolean {
  return isSensitiveKey(name) || SECRET_PARAMETER.test(compactKey(name.slice(0, MAX_KEY_CHARS)))
}

/** The key in lower case without separators and accents: `X-Api_Key` is `xapikey`; look-alikes are Latin. */
export function compactKey(key: string): string {
  const plain = IS_ASCII.test(key) ? key : key.normalize('NFKD').replace(LOOK_ALIKES, latinOf)
  return plain.replace(SEPARATORS, '').toLowerCase()
}

function latinOf(letter: string): string {
  return LATIN[CYRILLIC_AND_GREEK.indexOf(letter)]!
}

/** In a line of code, what a program calls the place of a secret: `TOKEN_KEY = 'auth.token'`, `HOST_KEY = 'HTTP_HOST'`,
 * `TOKEN_VAR = 'AWS_SESSION_TOKEN'`. */
export function namesOther(key: string, value: string): boolean {
  if (isNameOfSetting(key) && !looksSecret(value)) return true
  if (/\d/.test(value)) return false
  const isPlace = NAMES_PLACE.test(key) || SETTING_OR_HEADER.test(value)
  if (isPlace && keyVerdict(value) === 'secret') return true
  return /[A-Z]/.test(key) && compactKey(key) === compactKey(value)
}

const PIN = /^\d{4,12}$/

export function isPin(value: string): boolean {
  return PIN.test(value)
}

/** False for what a key does not say for certain, if the value does not look like it. */
export function isAsLikely(verdict: KeyVerdict, value: string): boolean {
  if (verdict === 'likely') return looksSecret(value)
  return verdict !== 'pin' || isPin(value)
}
