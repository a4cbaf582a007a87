import { INVALID_KEY } from '../event/bounds.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { pairsOf } from './tags.ts'

type Shape = 'list' | 'crumbs' | 'thrown' | 'stack' | 'tags' | 'request' | 'object' | 'objects' | 'text'

/** The fields that are understood, by the shape in which SDKs send them (one of several, each of which is taken). */
const SHAPES: readonly [field: string, shape: Shape][] = [
  ['exception', 'thrown'],
  ['threads', 'list'],
  ['stacktrace', 'stack'],
  ['breadcrumbs', 'crumbs'],
  ['tags', 'tags'],
  ['contexts', 'objects'],
  ['request', 'request'],
  ['user', 'object'],
  ['extra', 'object'],
  ['modules', 'object'],
  ['sdk', 'object'],
  ['debug_meta', 'object'],
  ['transaction', 'text'],
  ['culprit', 'text'],
  ['logger', 'text'],
  ['server_name', 'text'],
  ['dist', 'text'],
  ['release', 'text'],
  ['environment', 'text'],
  ['level', 'text'],
  ['timestamp', 'text'],
]

const EXCEPTION_FIELDS = ['type', 'value', 'stacktrace', 'name', 'message'] as const
const CRUMB_FIELDS = ['message', 'category', 'data', 'type'] as const
const EXCEPTION_TEXTS = ['type', 'module'] as const
const REQUEST_TEXTS = ['url', 'method'] as const
/** An object, or a list of pairs; another form stays as it was sent. */
const PAIRS = ['cookies', 'query_string'] as const

/** Under `errata_invalid`, what no SDK sends. Run it before normalising drops that. An earlier list stays. */
export function noteInvalidFields(event: JsonObject): void {
  const invalid = SHAPES.filter(([field, shape]) => isInvalid(event[field], shape)).map(([field]) => field)
  const known = event[INVALID_KEY]
  const before = Array.isArray(known) ? known.filter((field) => typeof field === 'string') : []
  if (invalid.length > 0) event[INVALID_KEY] = [...new Set([...before, ...invalid])].sort()
}

/** Empty is never invalid: PHP sends an empty list for an empty object. */
function isInvalid(value: Json | undefined, shape: Shape): boolean {
  if (value === undefined || value === null || isEmpty(value)) return false
  switch (shape) {
    case 'text':
      return !isText(value)
    case 'object':
      return !isJsonObject(value)
    case 'objects':
      return !isJsonObject(value) || Object.values(value).some((part) => !isNoneOr(part, isJsonObject))
    case 'tags':
      return typeof value !== 'object' || tagValues(value).some((part) => !isNoneOr(part, isScalar))
    case 'thrown':
      return !areAll(value, isThrown)
    case 'list':
      return typeof value !== 'object' || !areAll(value, isPart)
    case 'request':
      return !isRequest(value)
    case 'crumbs':
      return typeof value !== 'object' || !areAll(value, isCrumb)
    case 'stack':
      return !isStack(value)
  }
}

/** Whether each entry is right: a list, a list under `values`, or a single entry. */
function areAll(value: Json, isRight: (entry: Json) => boolean): boolean {
  for (const entry of listOf(value)) if (!isNone(entry) && !isRight(entry)) return false
  return true
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

function isNone(value: Json | undefined): value is undefined | null | '' | false | [] {
  return value === undefined || isEmpty(value)
}

function isNoneOrText(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number' || isNone(value)
}

function isNoneOr(value: Json | undefined, isRight: (value: Json) => boolean): boolean {
  return isNone(value) || isRight(value)
}

function isText(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object'
}

function isThrown(value: Json): boolean {
  if (typeof value === 'string') return true
  return (
    isPart(value) &&
    isEmptyOrHas(value, EXCEPTION_FIELDS) &&
    hasTexts(value, EXCEPTION_TEXTS) &&
    isNoneOr(value.mechanism, isMechanism)
  )
}

function isCrumb(value: Json): boolean {
  return isJsonObject(value) && isEmptyOrHas(value, CRUMB_FIELDS)
}

/** An entry with something in it is left out if it has none of the fields that make it one. */
function isEmptyOrHas(entry: JsonObject, fields: readonly string[]): boolean {
  return fields.some((field) => !isEmpty(entry[field] ?? null)) || Object.values(entry).every(isEmpty)
}

function isMechanism(value: Json): boolean {
  return isJsonObject(value) || typeof value === 'string'
}

/** An exception or thread, which may have a stack. */
function isPart(value: Json): value is JsonObject {
  return isJsonObject(value) && isNoneOr(value.stacktrace, isStack)
}

function isStack(value: Json): boolean {
  if (isJsonObject(value) && value.frames === undefined) return Object.keys(value).length === 0
  const frames = isJsonObject(value) ? value.frames! : value
  return isEmpty(frames) || isListOf(frames, isFrame)
}

/** Field by field, not by a list of names: an event may have a thousand frames. */
function isFrame(frame: Json): boolean {
  if (!isJsonObject(frame)) return false
  const { filename, abs_path, module, context_line, lineno, colno, pre_context, post_context, vars } = frame
  return (
    isNoneOrText(filename) &&
    isNoneOrText(abs_path) &&
    isNoneOrText(module) &&
    isNoneOrText(frame.function) &&
    isNoneOrText(frame.package) &&
    isNoneOrText(context_line) &&
    (isNone(lineno) || isPosition(lineno)) &&
    (isNone(colno) || isPosition(colno)) &&
    (isNone(pre_context) || isTextList(pre_context)) &&
    (isNone(post_context) || isTextList(post_context)) &&
    (isNone(vars) || typeof vars === 'object')
  )
}

/** A negative one is how a client says that it knows none. */
function isPosition(value: Json): boolean {
  if (typeof value === 'number') return value < 0 || Number.isInteger(value)
  return typeof value === 'string' && /^\d{1,9}$/.test(value)
}

function isRequest(value: Json): boolean {
  return (
    isJsonObject(value) &&
    hasTexts(value, REQUEST_TEXTS) &&
    isNoneOr(value.headers, isHeaders) &&
    PAIRS.every((field) => !Array.isArray(value[field]) || isListOf(value[field], isPair))
  )
}

function isHeaders(value: Json): boolean {
  if (!Array.isArray(value)) return isJsonObject(value) && Object.values(value).every(isHeader)
  return isListOf(value, (entry) => isPair(entry) && isHeader(pairsOf([entry])[0]![1]))
}

function isHeader(value: Json): boolean {
  return isNoneOr(value, isText) || isTextList(value)
}

function isPair(entry: Json): boolean {
  return pairsOf([entry]).length > 0
}

function isTextList(value: Json): boolean {
  if (!Array.isArray(value)) return false
  for (const text of value) if (!isNoneOrText(text)) return false
  return true
}

function isListOf(value: Json | undefined, isRight: (value: Json) => boolean): boolean {
  return Array.isArray(value) && value.every((entry) => isNoneOr(entry, isRight))
}

function hasTexts(value: JsonObject, fields: readonly string[]): boolean {
  return fields.every((field) => isNoneOrText(value[field]))
}

function listOf(value: Json): Json[] {
  if (Array.isArray(value)) return value
  const values = isJsonObject(value) ? value.values : undefined
  return Array.isArray(values) ? values : [values ?? value]
}

/** The values of an object, of pairs, or of `{ key, value }`; an entry of another shape is its own. */
function tagValues(tags: JsonObject | Json[]): (Json | undefined)[] {
  if (!Array.isArray(tags)) return Object.values(tags)
  return tags.map((entry) => {
    if (isJsonObject(entry)) return entry.value
    return Array.isArray(entry) && entry.length === 2 ? entry[1] : [entry]
  })
}
