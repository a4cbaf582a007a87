import type { Json, JsonObject } from '../json/json.ts'
import { LETTING_PATH, LETTING_QUERY, NAMED_LINK } from './form/letting-links.ts'
import { FILTERED, isSecretParameter } from './secret/keys.ts'
import { isFilled } from './secret/placeholder.ts'
import { looksSecret } from './secret/secret-value.ts'
import { noteParameter, noteScan } from './work.ts'

const URL_PARAMETER = /(?<=[?&#]|^)([\w.%~-]{1,64})=([^&#\s"'<>`]+)/g
/** One-time codes of OAuth, CAS and SAML; `code=404` is none. */
const ONE_TIME_CODE = /^(?:code|ticket|assertion|samlart)$/i
/** `?u=jo&p=…`, as InfluxDB takes a login. */
const LOGIN_BEFORE = /[?&]u=[^&=]{1,64}&$/
const SHORT_NUMBER = /^\d{1,7}$/

/** Behind `/reset-password/` and `/password/edit/` a link carries what lets its reader in. */
const RESET_LINK =
  /(?<=\/[\w-]{0,24}[Pp]assword[\w-]{0,24}\/(?:(?:reset|edit|new|change|confirm)\/)?)[\w~-]{20,256}(?![\w~-])/g
/** A short code lets its reader in as well. */
const CODE_NAME = /^(?:code|otp|pin)$/i
const WITH_DIGIT = /^[a-z-]{0,32}\d/i
const MIN_LINK_SECRET_CHARS = 20
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Replaces the secret in the path or query of an invitation, a magic link, a confirmation or a hook. */
export function scrubLettingLinks(text: string): string {
  return text
    .replace(LETTING_PATH, filteredPart)
    .replace(LETTING_QUERY, filteredParameter)
    .replace(NAMED_LINK, filteredPart)
}

function filteredParameter(value: string, name: string): string {
  if (CODE_NAME.test(name) && WITH_DIGIT.test(value)) return FILTERED
  return value.length < MIN_LINK_SECRET_CHARS ? value : filteredPart(value)
}

/** Replaces the secret in the path of a link that resets a password. */
export function scrubResetLinks(text: string): string {
  if (!text.includes('assword') || !text.includes('/')) return text
  return text.replace(RESET_LINK, filteredPart)
}

function filteredPart(part: string): string {
  return looksSecret(part) && !UUID.test(part) ? FILTERED : part
}

/** Replaces the values of secret parameters (`?sig=…`, `&X-Amz-Signature=…`) wherever a URL is in the text. */
export function scrubUrlParameters(text: string): string {
  return text.replace(URL_PARAMETER, (all, name: string, value: string, at: number) => {
    noteParameter()
    const isOfLogin = name === 'p' && LOGIN_BEFORE.test(text.slice(Math.max(0, at - 80), at))
    return (isOfLogin || isSecret(name, value)) && !SHORT_NUMBER.test(value) ? `${name}=${FILTERED}` : all
  })
}

/** `?token=null` and `?token={token}` say what is wrong. */
function isSecret(name: string, value: string): boolean {
  return (isSecretParameter(name) && isFilled(value)) || isOneTimeCode(name, value)
}

/** A code that is exchanged for a token, if the parameter's value looks like one. */
export function isOneTimeCode(name: string, value: string): boolean {
  return ONE_TIME_CODE.test(name) && looksSecret(value)
}

/** What exchanges a code has it beside these: `{ grant_type: 'authorization_code', code: '…' }`. */
const GRANT_KEYS = ['grant_type', 'grantType', 'redirect_uri', 'redirectUri', 'code_verifier', 'codeVerifier']
const GRANT = 'authorization_code'
const CODE_OF_GRANT =
  /(?<=\bcode\\{0,8}["']?\s{0,2}(?:=>|[:=,])\s{0,2}\[?\\{0,8}["']?)[^\s"'\\,\]})&[{(]{6,1024}/g

/** True for the code of an object that asks for a token. */
export function isCodeOfGrant(object: JsonObject, value: Json): boolean {
  const isCode = [value].flat().some((one) => typeof one === 'string' && looksSecret(one))
  return isCode && GRANT_KEYS.some((key) => key in object)
}

/** The same in a text. */
export function scrubGrants(text: string): string {
  if (!text.includes(GRANT)) return text
  noteScan(text.length)
  return text.replace(CODE_OF_GRANT, (code) => (looksSecret(code) ? FILTERED : code))
}

/** Scrubs a query string: every name is judged on its own, values of harmless names are kept. */
export function scrubQuery(text: string): string {
  return mapPairs(text, '&', isSecret)
}

/** Replaces every value of a cookie header; names are kept. */
export function scrubCookies(text: string): string {
  return mapPairs(text, ';', () => true)
}

function mapPairs(
  text: string,
  delimiter: '&' | ';',
  isSecret: (name: string, value: string) => boolean,
): string {
  const parts = text.split(delimiter)
  for (const [index, part] of parts.entries()) {
    const equals = part.indexOf('=')
    if (equals < 0 || equals === part.length - 1) continue
    if (isSecret(part.slice(0, equals), part.slice(equals + 1)))
      parts[index] = `${part.slice(0, equals)}=${FILTERED}`
  }
  return parts.join(delimiter)
}
