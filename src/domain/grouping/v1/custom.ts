import { INPUT_LIMITS } from '#contract/limits.ts'
import { EVENT_BOUNDS } from '../../event/bounds.ts'
import { readMessage } from '../../event/message.ts'
import { readEnvironment, readRelease } from '../../event/names.ts'
import { exceptionType, exceptionValue } from '../../event/title.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts'
import { anyText, plainText } from '../../text/plain-text.ts'
import { exceptionList } from '../../text/value-list.ts'
import { boundedTemplates, messageTemplate } from './text/message-template.ts'

export const DEFAULT_PART = '{{ default }}'
const { fingerprintParts, fingerprintPartChars, fingerprintTemplateChars, fingerprintVariables } =
  INPUT_LIMITS
const VARIABLE = /\{\{\s{0,10}([\w.-]{1,200})\s{0,10}\}\}/g

/** Variables filled in, other types spelled out. Undefined for the default: absent, empty, or
 * `{{ default }}` alone, in any spacing. In a longer list it is `DEFAULT_PART`; unknown variables stay. */
export function resolveFingerprint(event: JsonObject): string[] | undefined {
  const sent = event.fingerprint
  if (sent === undefined || sent === null || sent === '') return undefined
  const list = (Array.isArray(sent) ? sent : [sent]).slice(0, fingerprintParts)
  const parts = list.filter((part) => part !== null && part !== '').map(spellOut)
  if (parts.every((part) => variableName(part) === 'default')) return undefined
  const resolving: Resolving = {
    event,
    said: spokenText(event),
    templateOf: boundedTemplates(fingerprintTemplateChars),
    values: new Map(),
    variablesLeft: fingerprintVariables,
  }
  return parts.map((part) => resolvePart(part, resolving))
}

interface Resolving {
  event: JsonObject
  said: Set<string | undefined>
  templateOf: (text: string) => string
  /** Of the variables that were asked for: undefined for one that is unknown. */
  values: Map<string, string | undefined>
  variablesLeft: number
}

function spellOut(part: Json): string {
  const text = typeof part === 'string' ? part.slice(0, fingerprintPartChars) : undefined
  return text ?? anyText(part, fingerprintPartChars) ?? ''
}

function variableName(part: string): string | undefined {
  const text = part.trim()
  if (!text.startsWith('{{') || !text.endsWith('}}')) return undefined
  const name = text.slice(2, -2).trim()
  return /^[\w.-]{1,200}$/.test(name) ? name : undefined
}

/** The event's text; a part equal to it would make every occurrence a new issue. */
function spokenText(event: JsonObject): Set<string | undefined> {
  const message = readMessage(event)
  const values = exceptionsOf(event).map(exceptionValue)
  return new Set([...values, message?.formatted, message?.template])
}

function resolvePart(part: string, resolving: Resolving): string {
  if (variableName(part) === 'default') return DEFAULT_PART
  if (resolving.said.has(part.trim())) return resolving.templateOf(part)
  if (!part.includes('{{')) return part
  const filled = part.replace(VARIABLE, (match, name: string) => {
    if (resolving.variablesLeft <= 0) return match
    resolving.variablesLeft -= 1
    return resolveVariable(name, resolving) ?? match
  })
  return filled.slice(0, fingerprintPartChars)
}

function exceptionsOf(event: JsonObject): JsonObject[] {
  return exceptionList(event.exception ?? event['sentry.interfaces.Exception']).slice(
    -INPUT_LIMITS.exceptions,
  )
}

function resolveVariable(name: string, { event, values }: Resolving): string | undefined {
  if (!values.has(name)) values.set(name, readVariable(name, event)?.slice(0, fingerprintPartChars))
  return values.get(name)
}

function readVariable(name: string, event: JsonObject): string | undefined {
  if (name.startsWith('tags.'))
    return readTag(event.tags, name.slice(5)) ?? `<no-value-for-tag-${name.slice(5)}>`
  const read = VARIABLES.get(name)
  return read === undefined ? undefined : (read(event) ?? `<no-${name}>`)
}

/** Names that a fingerprint can have between `{{` and `}}`; any tag as well. */
export function variableNames(): string[] {
  return ['default', ...VARIABLES.keys()]
}

type ReadVariable = (event: JsonObject) => string | undefined

const type: ReadVariable = (event) => {
  const exception = exceptionsOf(event).at(-1)
  return exception === undefined ? undefined : exceptionType(exception)
}
const value: ReadVariable = (event) => {
  const exception = exceptionsOf(event).at(-1)
  const text = exception === undefined ? undefined : exceptionValue(exception)
  return text === undefined ? undefined : templateHead(text)
}
const message: ReadVariable = (event) => {
  const read = readMessage(event)
  return read === undefined ? value(event) : templateHead(read.template)
}
/** No more of a text is parameterised than can count. */
function templateHead(text: string): string {
  return messageTemplate(text.trim().slice(0, fingerprintPartChars))
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

/** The value of a tag, of an event as sent or as stored. */
export function readTag(tags: Json | undefined, name: string): string | undefined {
  if (isJsonObject(tags)) return plainText(Object.hasOwn(tags, name) ? tags[name] : undefined)
  if (!Array.isArray(tags)) return undefined
  const pair = tags
    .slice(0, EVENT_BOUNDS.elementsPerArray)
    .find((entry) => Array.isArray(entry) && entry[0] === name)
  return Array.isArray(pair) ? plainText(pair[1]) : undefined
}
