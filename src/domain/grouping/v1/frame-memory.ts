import type { Json, JsonObject } from '../../json/json.ts'
import { createSightings, framePlace } from '../frame-place.ts'
import { frameComponent } from './frame.ts'

/** Everything that `frameComponent` reads of a frame and its event, and the part of the key that came of it. */
interface KnownPart {
  eventPlatform: string
  platform: Json | undefined
  function: Json | undefined
  filename: Json | undefined
  abs_path: Json | undefined
  module: Json | undefined
  context_line: Json | undefined
  part: string
}

/** All parts together, as estimated below; past this the memory starts over. */
const MAX_TOTAL_BYTES = 2_000_000
const PART_BYTES = 200
/** What a frame's component in a key begins with. */
export const FRAME_PREFIX = 'frame: '

const parts = new Map<number, KnownPart>()
const wasSeen = createSightings()
let totalBytes = 0

/**
 * The component of a frame as it stands in a grouping key, `frame: …`; empty when the frame does not count.
 * The same frames come again and again, so the last ones are remembered, at most 2 MB of them.
 */
export function framePart(frame: JsonObject, eventPlatform: string): string {
  if (frame.raw !== undefined || frame.data !== undefined) return newPart(frame, eventPlatform)
  const place = framePlace(frame)
  const known = parts.get(place)
  if (known !== undefined && isOf(frame, eventPlatform, known)) return known.part
  const part = newPart(frame, eventPlatform)
  if (wasSeen(place)) remember(place, known, knownPart(frame, eventPlatform, part))
  return part
}

function knownPart(frame: JsonObject, eventPlatform: string, part: string): KnownPart {
  return {
    eventPlatform,
    platform: frame.platform,
    function: frame.function,
    filename: frame.filename,
    abs_path: frame.abs_path,
    module: frame.module,
    context_line: frame.context_line,
    part,
  }
}

/** Joined, not added: it is read more often than written, and additions are only carried out when read. */
function newPart(frame: JsonObject, eventPlatform: string): string {
  const component = frameComponent(frame, eventPlatform)
  return component === '' ? '' : [FRAME_PREFIX, component].join('')
}

function isOf(frame: JsonObject, eventPlatform: string, known: KnownPart): boolean {
  return (
    frame.function === known.function &&
    frame.filename === known.filename &&
    frame.context_line === known.context_line &&
    frame.abs_path === known.abs_path &&
    frame.module === known.module &&
    frame.platform === known.platform &&
    eventPlatform === known.eventPlatform
  )
}

function remember(place: number, replaced: KnownPart | undefined, known: KnownPart): void {
  const bytes = sizeOf(known)
  if (bytes === undefined) return
  totalBytes += bytes - (replaced === undefined ? 0 : (sizeOf(replaced) ?? 0))
  if (totalBytes > MAX_TOTAL_BYTES) {
    parts.clear()
    totalBytes = bytes
  }
  parts.set(place, known)
}

/** Bytes in memory, about; texts beyond Latin-1 take twice as many. Undefined for what is not to be kept. */
function sizeOf(known: KnownPart): number | undefined {
  const { function: name, filename, abs_path, module, context_line, platform } = known
  let bytes = PART_BYTES + known.part.length
  for (const value of [name, filename, abs_path, module, context_line, platform]) {
    if (typeof value === 'object' && value !== null) return undefined
    if (typeof value === 'string') bytes += value.length
  }
  return bytes
}
