import { INPUT_LIMITS } from '#contract/limits.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { anyText, headOf, plainText } from '../text/plain-text.ts'
import { fillPlaces } from './message-parameters.ts'

const { messageChars } = INPUT_LIMITS

export interface EventMessage {
  template: string
  formatted: string
}

/** From `logentry`, `message` as an object or as a string, parameters filled in; undefined if there is
 * none. Senders decide on number and size of places and parameters: every text is cut before the work. */
export function readMessage(event: JsonObject): EventMessage | undefined {
  const plain = boundedText(event.message)
  const entry = messageEntry(event)
  const written = boundedText(isJsonObject(entry) ? entry.message : entry)
  const sent = isJsonObject(entry) ? boundedText(entry.formatted) : undefined
  const template = written ?? sent ?? plain ?? oddMessage(event)
  if (template === undefined) return undefined
  const filled = written !== undefined && isJsonObject(entry) ? fillIn(written, entry.params) : undefined
  return { template, formatted: sent ?? filled ?? plain ?? template }
}

/** A message that is neither a text nor an object with one, as JSON. */
function oddMessage({ message, logentry }: JsonObject): string | undefined {
  for (const value of [message, logentry]) {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) continue
    if (!('message' in value || 'formatted' in value)) return anyText(value, messageChars)
  }
  return undefined
}

function boundedText(value: Json | undefined): string | undefined {
  const text = plainText(value)
  return text === undefined ? undefined : headOf(text, messageChars)
}

function messageEntry(event: JsonObject): Json | undefined {
  const entry = event.logentry ?? event['sentry.interfaces.Message']
  if (isJsonObject(entry) || typeof entry === 'string') return entry
  return isJsonObject(event.message) ? event.message : undefined
}

function fillIn(template: string, params: Json | undefined): string | undefined {
  return typeof params === 'object' && params !== null ? fillPlaces(template, params) : undefined
}
