import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { valueList } from '../text/value-list.ts'

/** Whose frames source maps may explain, and whose names mapping files may. */
export const SCRIPT_PLATFORMS: ReadonlySet<string> = new Set(['javascript', 'node'])
export const JVM_PLATFORMS: ReadonlySet<string> = new Set(['java', 'android', 'kotlin'])
const MAX_IMAGES = 1000

/** A frame's own platform; else its event's. */
export function platformOf({ platform }: JsonObject, eventPlatform: string): string {
  return typeof platform === 'string' && platform !== '' ? platform : eventPlatform
}

/** The images of one type that an event names. */
export function imagesOf(payload: JsonObject, type: string): JsonObject[] {
  return allImages(payload).filter((image) => image.type === type)
}

/** The first thousand. */
export function allImages({ debug_meta: meta }: JsonObject): JsonObject[] {
  const images = isJsonObject(meta) && Array.isArray(meta.images) ? meta.images : []
  return images.slice(0, MAX_IMAGES).filter(isJsonObject)
}

/** The stacks of exceptions, of the event itself and of threads. */
export function stacksOf(payload: JsonObject): JsonObject[] {
  const holders = [...valueList(payload.exception), payload, ...valueList(payload.threads)]
  return holders.map((holder) => holder.stacktrace).filter(isJsonObject)
}

export function framesOf({ frames }: JsonObject): Json[] {
  return Array.isArray(frames) ? frames : []
}

/** What a frame said before it was rewritten. */
export function rawOf(frame: JsonObject, fields: readonly string[]): JsonObject {
  const raw: JsonObject = {}
  for (const field of fields)
    if (frame[field] !== undefined && frame[field] !== null) raw[field] = frame[field]
  return raw
}
