import type { Json, JsonObject } from '../json/json.ts'

/**
 * A number of 30 bits under which a frame is remembered, quickly made of where it lies and how long its texts
 * are. Frames may share one: what is found under it has to be compared with the frame.
 */
export function framePlace(frame: JsonObject): number {
  const { lineno, colno } = frame
  const line = typeof lineno === 'number' ? lineno : 0
  const column = typeof colno === 'number' ? colno : 0
  const texts = textMark(frame.filename) * 31 + textMark(frame.function) * 7 + textMark(frame.context_line)
  return (line * 8191 + column * 131 + texts) & 0x3fffffff
}

const SIGHTINGS = 32_768

/**
 * Tells whether a place was asked for before, as far as it remembers (128 KB). Frames that come once need not
 * be kept then: that would cost more than it saves.
 */
export function createSightings(): (place: number) => boolean {
  const seen = new Int32Array(SIGHTINGS).fill(-1)
  return (place) => {
    const slot = place % SIGHTINGS
    if (seen[slot] === place) return true
    seen[slot] = place
    return false
  }
}

function textMark(text: Json | undefined): number {
  return typeof text === 'string' && text !== '' ? text.length * 67 + text.charCodeAt(text.length >> 1) : 0
}
