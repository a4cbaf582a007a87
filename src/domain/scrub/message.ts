import { INPUT_LIMITS } from '#contract/limits.ts'
import { fillPlaces, type MessagePlace } from '../event/message-parameters.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { headOf, plainText } from '../text/plain-text.ts'
import { FILTERED, keyVerdict } from './secret/keys.ts'
import { isNoPlainWord, looksSecret } from './secret/secret-value.ts'
import { isStatusWord } from './secret/status-words.ts'
import { scrubText } from './text.ts'

const ENTRIES = ['logentry', 'sentry.interfaces.Message', 'message'] as const
const CONTEXT_CHARS = 96
const MAX_NAMED = 100
const MIN_REPLACED_CHARS = 4
/** What names the next word: `password {}`, `token: %s`, `api key is {0}`. */
const NAMES_NEXT =
  /([\p{L}\d._$-]{1,64}(?: key)?)["'\]]{0,2}[ \t]{0,2}(?:[:=：]|=>|->| is| was)?[ \t]{0,2}["'`(<[]?$/u
const SHORT_NUMBER = /^\d{1,7}$/
const ERROR_NAME = /^[A-Z][A-Za-z]*(?:Error|Exception|Failure|Fault)$/

/** In place, before scrubbing: the text before its place says whether a parameter is secret. A secret one
 * is replaced in `params`, `formatted` and a `message` sent beside them. */
export function scrubMessageParameters(event: JsonObject): void {
  for (const name of ENTRIES) {
    const entry = event[name]
    if (isJsonObject(entry)) scrubEntry(event, entry)
  }
  const { message, params } = event
  if (typeof message !== 'string' || typeof params !== 'object' || params === null) return
  const { filled, secrets } = judged(message, params)
  if (filled !== undefined && secrets.length > 0) event.logentry ??= { message, formatted: filled }
}

function scrubEntry(event: JsonObject, entry: JsonObject): void {
  const { params } = entry
  if (typeof params !== 'object' || params === null) return
  const template = plainText(entry.message) ?? ''
  const plain = fillPlaces(headOf(template, INPUT_LIMITS.messageChars), params)
  const { filled, secrets } = judged(template, params)
  const sent = plainText(entry.formatted)
  if (sent === undefined || sent === plain) {
    if (filled !== undefined) entry.formatted = filled
  } else {
    entry.formatted = withoutSecrets(sent, secrets)
  }
  if (typeof event.message === 'string') {
    event.message = event.message === plain && filled ? filled : withoutSecrets(event.message, secrets)
  }
}

/** Replaces the parameters that are secret, and says which texts they were. */
function judged(
  template: string,
  params: Json[] | JsonObject,
): { filled: string | undefined; secrets: string[] } {
  const secrets = Array.isArray(params) ? [] : namedSecrets(params)
  const filtered = new Set<string>()
  const filled = fillPlaces(headOf(template, INPUT_LIMITS.messageChars), params, (text, place) => {
    const written = writtenParameter(text, place)
    if (written === FILTERED && text !== FILTERED) {
      secrets.push(text)
      filtered.add(place.key)
    }
    return written
  })
  for (const key of filtered) {
    if (Array.isArray(params)) params[Number(key)] = FILTERED
    else params[key] = FILTERED
  }
  return { filled: filled && withoutSecrets(filled, secrets), secrets }
}

function namedSecrets(params: JsonObject): string[] {
  const secrets: string[] = []
  let count = 0
  for (const name in params) {
    if (++count > MAX_NAMED) break
    const text = plainText(params[name])
    if (text !== undefined && keyVerdict(name) === 'secret' && !isStatusWord(text)) secrets.push(text)
  }
  return secrets
}

function writtenParameter(text: string, { name, before, after }: MessagePlace): string {
  if (text === '') return text
  const head = before.slice(-CONTEXT_CHARS)
  if (isSecretBy(name, text) || isNamedNext(head, text)) return FILTERED
  if (isKept(head, text, after)) return text
  const own = scrubText(text)
  return own !== text && isKept(head, own, after) ? own : FILTERED
}

function isKept(head: string, text: string, after: string): boolean {
  const alone = head + text
  const scrubbed = scrubText(alone)
  if (scrubbed !== alone) return scrubText(head) !== head && scrubbed.endsWith(text)
  return scrubText(alone + after).startsWith(alone)
}

function isSecretBy(name: string, text: string): boolean {
  const verdict = keyVerdict(name)
  if (
    verdict === 'plain' ||
    isStatusWord(text) ||
    (SHORT_NUMBER.test(text) && text.length < MIN_REPLACED_CHARS)
  )
    return false
  return verdict === 'secret' || looksSecret(text)
}

/** A template says that a value follows, which a sentence does not: here a plain word may be a password. */
function isNamedNext(head: string, text: string): boolean {
  const key = NAMES_NEXT.exec(head)?.[1]
  if (key === undefined || keyVerdict(key) !== 'secret' || /\s/.test(text)) return false
  if (isStatusWord(text) || SHORT_NUMBER.test(text) || ERROR_NAME.test(text) || text.includes(FILTERED))
    return false
  return /pass|pwd|secret|key/i.test(key)
    ? text.length > 1
    : isNoPlainWord(text) || looksSecret(text) || text.length >= 16
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets)
    if (secret.length >= MIN_REPLACED_CHARS) clean = clean.replaceAll(secret, FILTERED)
  return clean
}
