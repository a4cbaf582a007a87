import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { anyText, plainText } from './plain-text.ts'

/** What an event says beside its exceptions: as written in the code, and as a person reads it. */
export interface EventMessage {
  template: string
  formatted: string
}

/**
 * The message of an event from any of `logentry`, `message` as an object and `message` as a string (in that
 * order), with its parameters filled in. Undefined when there is none.
 */
export function readMessage(event: JsonObject): EventMessage | undefined {
  const plain = plainText(event.message)
  const entry = messageEntry(event)
  const written = isJsonObject(entry) ? plainText(entry.message) : plainText(entry)
  const sent = isJsonObject(entry) ? plainText(entry.formatted) : undefined
  const template = written ?? sent ?? plain
  if (template === undefined) return undefined
  const filled = written !== undefined && isJsonObject(entry) ? fillIn(written, entry.params) : undefined
  return { template, formatted: sent ?? filled ?? plain ?? template }
}

function messageEntry(event: JsonObject): Json | undefined {
  const entry = event.logentry ?? event['sentry.interfaces.Message']
  if (isJsonObject(entry) || typeof entry === 'string') return entry
  return isJsonObject(event.message) ? event.message : undefined
}

const PLACEHOLDER = /%(?:\((\w{1,64})\))?[-+ #0]{0,3}\d{0,4}(?:\.\d{1,4})?[sdifgrxXoujvcO]|\{(\w{0,64})\}|%%/g

/** Fills printf (`%s`, `%(name)s`) and brace (`{}`, `{0}`, `{name}`) places; undefined when nothing fits. */
function fillIn(template: string, params: Json | undefined): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  let next = 0
  let filled = false
  const text = template.replace(PLACEHOLDER, (match, named?: string, braced?: string) => {
    if (match === '%%') return '%'
    const value = parameter(params, named || braced || next)
    if (value === undefined) return match
    if (!named && !braced) next += 1
    filled = true
    return anyText(value) ?? ''
  })
  return filled ? text : undefined
}

function parameter(params: Json[] | JsonObject, key: string | number): Json | undefined {
  if (!Array.isArray(params)) return Object.hasOwn(params, key) ? params[key] : undefined
  return /^\d{1,3}$/.test(String(key)) ? params[Number(key)] : undefined
}
