import type { Json, JsonObject } from '../json/json.ts'

/** Old clients send the stack beside the exception, not in it. It is that of the last exception if none
 * has frames; undefined if one has, or if no stack was sent. */
export function adoptedStack(exceptions: readonly JsonObject[], sent: Json | undefined): Json | undefined {
  if (sent === undefined || exceptions.length === 0) return undefined
  return hasFrames(sent) && !exceptions.some(({ stacktrace }) => hasFrames(stacktrace)) ? sent : undefined
}

function hasFrames(stack: Json | undefined): boolean {
  if (typeof stack !== 'object' || stack === null) return false
  const frames = Array.isArray(stack) ? stack : stack.frames
  return Array.isArray(frames) && frames.length > 0
}
