import { createSightings, framePlace } from '../grouping/frame-place.ts'
import { isInexactInteger, isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/**
 * Frames repeat: two events of one issue have the same stack, and all events of a service end in the same
 * framework. A frame that was walked before and lost nothing need not be walked again when it is the same in
 * every key and text, and to compare is a fifth of the work. Frames with local variables are not kept.
 */

/** A frame in which the walk found nothing to change. */
interface HarmlessFrame {
  /** One array for all frames of a shape: what is compared should stay in the processor's cache. */
  keys: string[]
  /** In the order of the keys; for a list of lines its mark and then the lines. */
  values: Json[]
  /** What the walk spent on it. */
  cost: number
}

const MAX_KEYS = 24
const MAX_LINES = 32
const MAX_FRAME_CHARS = 4096
/** All frames together, as estimated below; past this the memory starts over. */
const MAX_TOTAL_BYTES = 2_000_000
const FRAME_BYTES = 100
const VALUE_BYTES = 24
const MAX_SHAPES = 64

/** Stands for a list of so many lines; no value of a frame is the same object. */
const LINES_MARKS: JsonObject[] = Array.from({ length: MAX_LINES + 1 }, () => ({}))
const shapes: string[][] = []
const harmless = new Map<number, HarmlessFrame>()
const wasSeen = createSightings()
let totalBytes = 0

/** What the walk spent on this very frame before, when it changed nothing in it; undefined when not known. */
export function knownFrameCost(frame: JsonObject): number | undefined {
  const known = harmless.get(framePlace(frame))
  return known !== undefined && isSameFrame(frame, known) ? known.cost : undefined
}

/** What `rememberFrame` needs to know of a frame before it is walked; undefined when it is not worth keeping. */
export function frameBefore(frame: JsonObject): HarmlessFrame | undefined {
  if (typeof frame.lineno !== 'number' || !wasSeen(framePlace(frame))) return undefined
  const keys: string[] = []
  const values: Json[] = []
  for (const key in frame) {
    const value = frame[key] as Json
    keys.push(key)
    if (keys.length > MAX_KEYS || !isKeepable(value)) return undefined
    if (Array.isArray(value)) values.push(LINES_MARKS[value.length] as JsonObject, ...value)
    else values.push(value)
  }
  return { keys: shapeOf(keys), values: values.slice(), cost: 0 }
}

/** Keeps a frame for which the walk spent `cost`, unless the walk changed it. */
export function rememberFrame(frame: JsonObject, before: HarmlessFrame, cost: number): void {
  if (cost > MAX_FRAME_CHARS || !isSameFrame(frame, before)) return
  before.cost = cost
  const place = framePlace(frame)
  const replaced = harmless.get(place)
  totalBytes += sizeOf(before) - (replaced === undefined ? 0 : sizeOf(replaced))
  if (totalBytes > MAX_TOTAL_BYTES) {
    harmless.clear()
    totalBytes = sizeOf(before)
  }
  harmless.set(place, before)
}

function lengthOf(value: Json | undefined): number {
  return typeof value === 'string' ? value.length : 0
}

function isKeepable(value: Json): boolean {
  if (Array.isArray(value)) return value.length <= MAX_LINES && value.every(isText)
  // Of one that was rounded the walk leaves a note, every time.
  return !isJsonObject(value) && !isInexactInteger(value)
}

function isText(value: Json): boolean {
  return typeof value === 'string'
}

function isSameFrame(frame: JsonObject, { keys, values }: HarmlessFrame): boolean {
  let at = 0
  let next = 0
  for (const key in frame) {
    if (keys[at++] !== key) return false
    const value = frame[key] as Json
    const expected = values[next++]
    if (value === expected) continue
    if (!Array.isArray(value) || LINES_MARKS[value.length] !== expected) return false
    for (let line = 0; line < value.length; line++) if (value[line] !== values[next++]) return false
  }
  return at === keys.length
}

/** The keys as the array that other frames with the same keys have. */
function shapeOf(keys: string[]): string[] {
  const known = shapes.find(
    (shape) => shape.length === keys.length && shape.every((key, at) => key === keys[at]),
  )
  if (known !== undefined) return known
  if (shapes.length >= MAX_SHAPES) shapes.length = 0
  shapes.push(keys)
  return keys
}

/** Bytes in memory, about; texts beyond Latin-1 take twice as many. */
function sizeOf({ values }: HarmlessFrame): number {
  let bytes = FRAME_BYTES
  for (const value of values) bytes += VALUE_BYTES + lengthOf(value)
  return bytes
}
