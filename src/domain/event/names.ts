import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText, trimmedHead } from '../text/plain-text.ts'

const MAX_NAME_CHARS = 250
/** A name is one line in every list and header. */
const CONTROL = /\p{Cc}+/gu
/** As a part of an address they lead elsewhere, so that such a release could neither be hidden nor opened. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['.', '..'])
const PLATFORM = /^[a-z][a-z0-9._-]{0,63}$/

export const DEFAULT_ENVIRONMENT = 'production'

/** Release label, at most 250 characters; a number is spelled out. Empty when the event names none. */
export function readRelease(event: JsonObject): string {
  const name = shortText(event.release) || partsText(event.release) || tagText(event.tags, 'sentry:release')
  return NO_ADDRESS.has(name) ? '' : name
}

/** Environment, at most 250 characters; older clients send it as a tag. `production` when there is none. */
export function readEnvironment(event: JsonObject): string {
  return (
    shortText(event.environment) ||
    partsText(event.environment) ||
    tagText(event.tags, 'environment') ||
    DEFAULT_ENVIRONMENT
  )
}

/** Platform in lower case; `other` when absent or not a word. */
export function readPlatform(value: Json | undefined): string {
  if (typeof value !== 'string') return 'other'
  const name = value.toLowerCase()
  return PLATFORM.test(name) ? name : 'other'
}

/** An object's name and version, as SDKs write them: `{ name: 'shop', version: '1.2' }` is `shop@1.2`. */
function partsText(value: Json | undefined): string {
  if (!isJsonObject(value)) return ''
  const name = shortText(value.name) || shortText(value.package)
  const version = shortText(value.version) || shortText(value.id)
  return shortName(name === '' || version === '' ? name || version : `${name}@${version}`)
}

function shortText(value: Json | undefined): string {
  const text = plainText(value)
  return text === undefined ? '' : shortName(text)
}

function shortName(text: string): string {
  return trimmedHead(text.replace(CONTROL, ' '), MAX_NAME_CHARS)
}

function tagText(tags: Json | undefined, name: string): string {
  if (typeof tags !== 'object' || tags === null) return ''
  if (!Array.isArray(tags)) return shortText(tags[name])
  const pair = tags.find((entry) => Array.isArray(entry) && entry[0] === name)
  return Array.isArray(pair) ? shortText(pair[1]) : ''
}
