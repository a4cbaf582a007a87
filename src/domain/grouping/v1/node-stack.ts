import type { JsonObject } from '../../json/json.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** V8 keeps so many calls unless it is told otherwise. */
const KEPT_CALLS = 10
/** Whether a tick is one of them depends on how soon something that was awaited was there. */
const CERTAIN_CALLS = 8
const TICKS: ReadonlySet<unknown> = new Set([
  'process.processTicksAndRejections',
  'processTicksAndRejections',
  'process.runNextTicks',
  'runMicrotasks',
])

/** True for the call with which Node goes on after a wait: there in one event, and not in the next. */
export function isTick(frame: JsonObject): boolean {
  return TICKS.has(frame.function)
}

/** How many of the outermost frames may be others in the next event, as the stack was cut. None if they alone are of
 * the application. */
export function uncertainFrames(frames: readonly JsonObject[], platform: string): number {
  const at = possiblyUncertain(frames, platform)
  return frames.slice(at).some(isOwn) || !frames.some(isOwn) ? at : 0
}

/** The same, whatever a frame is marked as. */
export function possiblyUncertain(frames: readonly JsonObject[], platform: string): number {
  if (platform !== 'node' || frames.length !== KEPT_CALLS) return 0
  let certain = 0
  let at = frames.length
  while (at > 0 && certain < CERTAIN_CALLS) if (!isTick(frames[--at]!)) certain += 1
  return at
}

function isOwn(frame: JsonObject): boolean {
  return frame.in_app === true
}
