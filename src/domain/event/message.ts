import { INPUT_LIMITS } from '#contract/limits.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { headOf, plainText } from '../text/plain-text.ts'
import { fillPlaces } from './message-parameters.ts'

const { messageChars } = INPUT_LIMITS

/** An event's message: as written in the code, and as a person reads it; at most 8,192 characters. */
export interface EventMessage {
  template: string
  formatted: string
}

/**
 * The message of an event from any of `logentry`, `message` as an object and `message` as a string (in that
 * order), with its parameters filled in. Undefined when there is none.
 *
 * The sender decides how many places and parameters there are, and how large these are: every text is cut before
 * the work.
 */
export function readMessage(event: JsonObject): EventMessage | undefined {
  const plain = boundedText(event.message)
  const entry = messageEntry(event)
  const written = boundedText(isJsonObject(entry) ? entry.message : entry)
  const sent = isJsonObject(entry) ? boundedText(entry.formatted) : undefined
  const template = written ?? sent ?? plain
  if (template === undefined) return undefined
  const filled = written !== undefined && isJsonObject(entry) ? fillIn(written, entry.params) : undefined
  return { template, formatted: sent ?? filled ?? plain ?? template }
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
