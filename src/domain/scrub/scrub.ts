import { EVENT_BOUNDS, INVALID_KEY } from '../event/bounds.ts'
import { isJsonObject, type Json, type JsonObject, parseExactJson } from '../json/json.ts'
import { scrubMessageParameters } from './message.ts'
import { isOneTimeCode, scrubCookies } from './parameters.ts'
import { filteredValue } from './secret/filtered-value.ts'
import { FILTERED, isSecretParameter, isSensitiveKey } from './secret/keys.ts'
import { scrubQueryText } from './text.ts'
import { VERBATIM, type Walk, walkMember, walkText } from './walk.ts'

/** The key under which a scrubbed event lists what was cut from it: an array of `CutNote`. */
export const NOTES_KEY = 'errata_notes'

/** Keys of an event whose size is the client's choice: walked last, so that they are what a large event loses;
 * what is missed most comes first. */
const BULKY_KEYS = new Set(['contexts', 'breadcrumbs', 'threads', 'debug_meta', 'modules', 'extra', 'spans'])
const MODULE_VERSION = /^[\^~<>=v ]{0,3}\d[\w.+-]{0,40}$/

/** Bounds and scrubs in one walk, in place: the same object, storable in either engine, within
 * `EVENT_BOUNDS`. Cuts are listed under `errata_notes`; keys that would replace a prototype are renamed.
 * `user.id` and `user.email`, which are columns, are bounded but not scrubbed. Never throws.
 * @param isExempt keys whose texts and numbers a project keeps. */
export function scrubEvent(event: JsonObject, isExempt?: (key: string) => boolean): JsonObject {
  scrubMessageParameters(event)
  const walk: Walk = { depth: 1, charsLeft: EVENT_BOUNDS.totalChars, notes: new Set(), isExempt }
  const late = new Set<string>()
  let count = 0
  for (const key in event) {
    if (key === NOTES_KEY || key === INVALID_KEY) {
      delete event[key]
    } else if (++count > EVENT_BOUNDS.keysPerObject) {
      delete event[key]
      walk.notes.add('keys_cut')
    } else if (BULKY_KEYS.has(key)) {
      late.add(key)
    } else {
      scrubMember(event, key, walk)
    }
  }
  for (const key of BULKY_KEYS) if (late.has(key)) scrubMember(event, key, walk)
  if (walk.notes.size > 0) event[NOTES_KEY] = [...walk.notes].sort()
  return event
}

/** As `scrubEvent`; keeps integers over 2^53 as text. Undefined if not an object. @throws SyntaxError */
export function scrubEventText(text: string, isExempt?: (key: string) => boolean): JsonObject | undefined {
  const event: unknown = JSON.parse(text)
  if (!isJsonObject(event)) return undefined
  const scrubbed = scrubEvent(event, isExempt)
  const notes = scrubbed[NOTES_KEY]
  if (!Array.isArray(notes) || !notes.includes('integer_rounded')) return scrubbed
  return scrubEvent(parseExactJson(text), isExempt)
}

function scrubMember(event: JsonObject, key: string, walk: Walk): void {
  const value = event[key]
  if (!isJsonObject(value)) walkMember(event, key, walk)
  else if (key === 'user') scrubUser(event, value, walk)
  else if (key === 'request') scrubRequest(event, value, walk)
  else if (key === 'modules') scrubModules(event, value, walk)
  else walkMember(event, key, walk)
}

/** A password that was typed where the name belongs; `secretary` is a name. */
const MISTYPED = /passwor[dt]|passwd|secret(?![a-z])/i

function scrubUser(event: JsonObject, user: JsonObject, walk: Walk): void {
  const { id, email } = user
  walkMember(event, 'user', walk)
  for (const key of ['username', 'name']) {
    const name = user[key]
    if (typeof name === 'string' && MISTYPED.test(name) && !walk.isExempt?.(key)) user[key] = FILTERED
  }
  if (typeof id === 'number') user.id = id
  if (typeof id === 'string') user.id = walkText(id, VERBATIM, walk)
  if (typeof email === 'string') user.email = walkText(email, VERBATIM, walk)
}

/** Cookies keep only names; parameters have stricter names; elsewhere a key with `cookie` hides its value. */
function scrubRequest(event: JsonObject, request: JsonObject, walk: Walk): void {
  const { cookies, query_string } = request
  if (cookies !== undefined) request.cookies = null
  if (query_string !== undefined) request.query_string = null
  walkMember(event, 'request', walk)
  if (cookies !== undefined) request.cookies = scrubParameters(cookies, COOKIES, walk)
  if (query_string !== undefined) request.query_string = scrubParameters(query_string, QUERY, walk)
}

interface ParameterRule {
  scrubText: (text: string) => string
  isSecret: (name: string, value: Json) => boolean
}

const COOKIES: ParameterRule = { scrubText: scrubCookies, isSecret: () => true }
const QUERY: ParameterRule = {
  scrubText: scrubQueryText,
  isSecret: (name, value) =>
    isSecretParameter(name) ||
    [value].flat().some((one) => typeof one === 'string' && isOneTimeCode(name, one)),
}

function scrubParameters(parameters: Json, rule: ParameterRule, walk: Walk): Json {
  if (typeof parameters === 'string') {
    return rule.scrubText(
      walkText(parameters, { limit: EVENT_BOUNDS.stringChars, scrub: rule.scrubText }, walk),
    )
  }
  const holder: JsonObject = { parameters }
  walkMember(holder, 'parameters', walk)
  const scrubbed = holder.parameters as Json
  if (Array.isArray(scrubbed))
    for (const [index, pair] of scrubbed.entries()) scrubbed[index] = scrubbedPair(pair, rule)
  else if (isJsonObject(scrubbed)) {
    for (const name in scrubbed) {
      const value = scrubbed[name] as Json
      if (rule.isSecret(name, value)) scrubbed[name] = parameterValue(value, name, rule)
    }
  }
  return scrubbed
}

/** `[name, value]`, `{ name, value }` and `name=value`. */
function scrubbedPair(pair: Json, rule: ParameterRule): Json {
  if (typeof pair === 'string') return rule.scrubText(pair)
  if (isJsonObject(pair)) {
    const name = pair.name ?? pair.key
    if (typeof name === 'string' && pair.value !== undefined && rule.isSecret(name, pair.value)) {
      pair.value = parameterValue(pair.value, name, rule)
    }
    return pair
  }
  if (!Array.isArray(pair)) return pair
  const [name, value] = pair
  if (typeof name === 'string' && value !== undefined && rule.isSecret(name, value))
    pair[1] = parameterValue(value, name, rule)
  return pair
}

function parameterValue(value: Json, name: string, rule: ParameterRule): Json {
  if (rule !== COOKIES) return filteredValue(value, name)
  return value === null || value === '' ? value : FILTERED
}

/** A module named `cookie-parser` has a version, not a secret. */
function scrubModules(event: JsonObject, modules: JsonObject, walk: Walk): void {
  const versions = new Map<string, string>()
  for (const name in modules) {
    const version = modules[name]
    if (typeof version === 'string' && isSensitiveKey(name) && MODULE_VERSION.test(version)) {
      versions.set(name, version)
    }
  }
  walkMember(event, 'modules', walk)
  for (const [name, version] of versions) if (name in modules) modules[name] = version
}
