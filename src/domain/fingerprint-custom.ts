import { readMessage } from './event-message.ts'
import { readEnvironment, readRelease } from './event-names.ts'
import { exceptionType, exceptionValue } from './event-title.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { messageTemplate } from './message-template.ts'
import { anyText, plainText } from './plain-text.ts'
import { valueList } from './value-list.ts'

/** Stands for the default grouping in a resolved fingerprint. */
export const DEFAULT_PART = '{{ default }}'
const MAX_PARTS = 50
const MAX_PART_CHARS = 1000
const VARIABLE = /\{\{\s{0,10}([\w.-]{1,200})\s{0,10}\}\}/g

/**
 * The fingerprint a client asks for, its variables filled in and parts that are no text spelled out.
 * Undefined when it asks for nothing but the default: absent, empty, or `{{ default }}` alone, in any
 * spacing. `{{ default }}` inside a longer list stays as `DEFAULT_PART`; unknown variables stay as written.
 */
export function resolveFingerprint(event: JsonObject): string[] | undefined {
  const sent = event.fingerprint
  if (sent === undefined || sent === null || sent === '') return undefined
  const list = (Array.isArray(sent) ? sent : [sent]).slice(0, MAX_PARTS)
  const parts = list.filter((part) => part !== null && part !== '').map(spellOut)
  if (parts.every((part) => variableName(part) === 'default')) return undefined
  const said = spokenText(event)
  return parts.map((part) => resolvePart(part, event, said))
}

function spellOut(part: Json): string {
  const text = typeof part === 'string' ? part : anyText(part)
  return (text ?? '').slice(0, MAX_PART_CHARS)
}

function variableName(part: string): string | undefined {
  const match = /^\s*\{\{\s*([\w.-]{1,200})\s*\}\}\s*$/.exec(part)
  return match?.[1]
}

/** What the event says in words; a part equal to it would make every occurrence an issue of its own. */
function spokenText(event: JsonObject): Set<string | undefined> {
  const message = readMessage(event)
  const values = exceptionsOf(event).map(exceptionValue)
  return new Set([...values, message?.formatted, message?.template])
}

function resolvePart(part: string, event: JsonObject, said: Set<string | undefined>): string {
  if (variableName(part) === 'default') return DEFAULT_PART
  if (said.has(part.trim())) return messageTemplate(part)
  if (!part.includes('{{')) return part
  return part.replace(VARIABLE, (match, name: string) => resolveVariable(name, event) ?? match)
}

function exceptionsOf(event: JsonObject): JsonObject[] {
  return valueList(event.exception ?? event['sentry.interfaces.Exception'])
}

function resolveVariable(name: string, event: JsonObject): string | undefined {
  if (name.startsWith('tags.')) return tag(event.tags, name.slice(5)) ?? `<no-value-for-tag-${name.slice(5)}>`
  const read = VARIABLES.get(name)
  return read === undefined ? undefined : (read(event) ?? `<no-${name}>`)
}

type ReadVariable = (event: JsonObject) => string | undefined

const type: ReadVariable = (event) => {
  const exception = exceptionsOf(event).at(-1)
  return exception === undefined ? undefined : exceptionType(exception)
}
const value: ReadVariable = (event) => {
  const exception = exceptionsOf(event).at(-1)
  const text = exception === undefined ? undefined : exceptionValue(exception)
  return text === undefined ? undefined : messageTemplate(text)
}
const message: ReadVariable = (event) => {
  const read = readMessage(event)
  return read === undefined ? value(event) : messageTemplate(read.template)
}
const VARIABLES: ReadonlyMap<string, ReadVariable> = new Map<string, ReadVariable>([
  ['type', type],
  ['error.type', type],
  ['value', value],
  ['error.value', value],
  ['message', message],
  ['release', (event) => readRelease(event) || undefined],
  ['environment', readEnvironment],
  ...['level', 'logger', 'transaction', 'server_name', 'dist', 'platform'].map(eventVariable),
  ...['function', 'module', 'package', 'abs_path', 'filename'].flatMap(frameVariables),
])

function eventVariable(field: string): [string, ReadVariable] {
  return [field, (event) => plainText(event[field])]
}

function frameVariables(field: string): [string, ReadVariable][] {
  const read: ReadVariable = (event) => plainText(frameToBlame(event)?.[field])
  return [
    [field, read],
    [`stack.${field}`, read],
  ]
}

function frameToBlame(event: JsonObject): JsonObject | undefined {
  const stack = exceptionsOf(event).at(-1)?.stacktrace ?? event.stacktrace
  if (!isJsonObject(stack) || !Array.isArray(stack.frames)) return undefined
  const frames = stack.frames.filter(isJsonObject)
  return frames.findLast((frame) => frame.in_app === true) ?? frames.at(-1)
}

function tag(tags: Json | undefined, name: string): string | undefined {
  if (isJsonObject(tags)) return plainText(Object.hasOwn(tags, name) ? tags[name] : undefined)
  if (!Array.isArray(tags)) return undefined
  const pair = tags.find((entry) => Array.isArray(entry) && entry[0] === name)
  return Array.isArray(pair) ? plainText(pair[1]) : undefined
}
