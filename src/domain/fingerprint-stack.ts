import { stackFramesOf } from './event-frames.ts'
import { framePart } from './fingerprint-frame-memory.ts'
import type { Json, JsonObject } from './json.ts'
import { isUrl } from './url-path.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Of a deeper stack the innermost count, so that a recursion's depth does not. */
const MAX_FRAMES = 100

/** The frames that count, as `frame: …`, oldest call first: those of the application, and all of them. */
export interface StackComponents {
  app: string[]
  system: string[]
}

const NOTHING: StackComponents = { app: [], system: [] }

/**
 * What a stack trace contributes to grouping. A frame equal to the one before it counts once, so that the
 * depth of a recursion does not matter. A JavaScript stack of one frame that has an address but no function
 * says nothing.
 */
export function stackComponents(stack: Json | undefined, platform: string): StackComponents {
  const frames = stackFramesOf(stack)
  if (frames.length === 0 || (frames.length === 1 && isBareAddress(frames[0]!, platform))) return NOTHING
  const app: string[] = []
  const system: string[] = []
  for (const frame of frames) {
    const part = framePart(frame, platform)
    if (part === '') continue
    if (system.at(-1) !== part) system.push(part)
    if (frame.in_app === true && app.at(-1) !== part) app.push(part)
  }
  return { app: innermost(app), system: innermost(system) }
}

function innermost(components: string[]): string[] {
  return components.length > MAX_FRAMES ? components.slice(-MAX_FRAMES) : components
}

function isBareAddress(frame: JsonObject, platform: string): boolean {
  if (platform !== 'javascript' && platform !== 'node') return false
  const named = typeof frame.function === 'string' && frame.function !== '' && frame.function !== '?'
  return !named && typeof frame.abs_path === 'string' && isUrl(frame.abs_path)
}
