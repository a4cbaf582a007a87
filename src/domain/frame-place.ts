import type { Json, JsonObject } from './json.ts'

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

function textMark(text: Json | undefined): number {
  return typeof text === 'string' && text !== '' ? text.length * 67 + text.charCodeAt(text.length >> 1) : 0
}
