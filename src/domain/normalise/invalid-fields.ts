import { INVALID_KEY } from '../event/bounds.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

type Shape = 'list' | 'thrown' | 'stack' | 'tags' | 'object' | 'objects' | 'text'

/** The fields that are understood, by the shape in which SDKs send them (one of several, each of which is taken). */
const SHAPES: readonly [field: string, shape: Shape][] = [
  ['exception', 'thrown'],
  ['threads', 'list'],
  ['stacktrace', 'stack'],
  ['breadcrumbs', 'list'],
  ['tags', 'tags'],
  ['contexts', 'objects'],
  ['request', 'object'],
  ['user', 'object'],
  ['extra', 'object'],
  ['modules', 'object'],
  ['sdk', 'object'],
  ['debug_meta', 'object'],
  ['transaction', 'text'],
  ['logger', 'text'],
  ['server_name', 'text'],
  ['dist', 'text'],
  ['release', 'text'],
  ['environment', 'text'],
  ['level', 'text'],
  ['timestamp', 'text'],
]

/** Under `errata_invalid`, what no SDK sends. Run it before normalising drops that. An earlier list stays. */
export function noteInvalidFields(event: JsonObject): void {
  const invalid = SHAPES.filter(([field, shape]) => isInvalid(event[field], shape)).map(([field]) => field)
  const known = event[INVALID_KEY]
  const before = Array.isArray(known) ? known.filter((field) => typeof field === 'string') : []
  if (invalid.length > 0) event[INVALID_KEY] = [...new Set([...before, ...invalid])].sort()
}

/** Empty is never invalid: PHP sends an empty list for an empty object. */
function isInvalid(value: Json | undefined, shape: Shape): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value) && value.length === 0) return false
  switch (shape) {
    case 'text':
      return typeof value === 'object'
    case 'object':
      return !isJsonObject(value)
    case 'objects':
      return !isJsonObject(value) || Object.values(value).some((part) => !isAbsentOr(part, isJsonObject))
    case 'tags':
      return typeof value !== 'object' || tagValues(value).some((part) => !isAbsentOr(part, isScalar))
    case 'thrown':
      return listOf(value).some((entry) => !isAbsentOr(entry, isThrown))
    case 'list':
      return typeof value !== 'object' || listOf(value).some((entry) => !isAbsentOr(entry, isPart))
    case 'stack':
      return !isStack(value)
  }
}

function isAbsentOr(value: Json | undefined, isRight: (value: Json) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object'
}

function isThrown(value: Json): boolean {
  return isPart(value) || typeof value === 'string'
}

/** An exception, thread or breadcrumb; the first two may have a stack. */
function isPart(value: Json): boolean {
  return isJsonObject(value) && isAbsentOr(value.stacktrace, isStack)
}

function isStack(value: Json): boolean {
  return Array.isArray(value) || (isJsonObject(value) && isAbsentOr(value.frames, Array.isArray))
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
