import { stackFramesOf } from './event-frames.ts'
import { framePart } from './fingerprint-frame-memory.ts'
import type { Json, JsonObject } from './json.ts'
import { knownStack, type StackComponents } from './known-stack.ts'
import { isUrl } from './url-path.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Of a deeper stack the innermost count, so that a recursion's depth does not. */
const MAX_FRAMES = 100

const NOTHING: StackComponents = { app: [], system: [], isRecursive: false }
/** The longest cycle of calls, in frames, that is seen as one. */
const MAX_CYCLE_FRAMES = 8
/** A shorter stack has not overflowed. */
export const MIN_OVERFLOW_FRAMES = 8

/**
 * What a stack trace contributes to grouping. A frame or a cycle of frames equal to what is before it counts
 * once, so that the depth of a recursion does not matter. A JavaScript stack of one frame that has an address but no function
 * says nothing.
 */
export function stackComponents(stack: Json | undefined, platform: string): StackComponents {
  const frames = stackFramesOf(stack)
  const known = knownStack(frames)
  if (known !== undefined) return known.components
  if (frames.length === 0 || (frames.length === 1 && isBareAddress(frames[0]!, platform))) return NOTHING
  const { app, system } = partsOf(frames, platform)
  const appOnce = withoutRounds(app)
  const systemOnce = withoutRounds(system)
  const isRecursive = frames.length >= MIN_OVERFLOW_FRAMES && systemOnce.length < system.length
  return { app: innermost(appOnce), system: innermost(systemOnce), isRecursive }
}

/**
 * What the stack trace of an overflow contributes: the calls that went round, each once and in a fixed order,
 * since where the first and the last one stood is chance.
 */
export function overflowComponents(stack: Json | undefined, platform: string): StackComponents {
  const { app, system } = partsOf(stackFramesOf(stack), platform)
  return { app: roundOf(app), system: roundOf(system), isRecursive: true }
}

function partsOf(frames: JsonObject[], platform: string): { app: string[]; system: string[] } {
  const app: string[] = []
  const system: string[] = []
  for (const frame of frames) {
    const part = framePart(frame, platform)
    if (part === '') continue
    system.push(part)
    if (frame.in_app === true) app.push(part)
  }
  return { app, system }
}

function withoutRounds(parts: string[]): string[] {
  const kept: string[] = []
  for (const part of parts) {
    kept.push(part)
    const repeated = repeatedAtEnd(kept)
    if (repeated > 0) kept.length -= repeated
  }
  return kept
}

/** How many frames at the end are the same as those before them; 0 when none. */
function repeatedAtEnd(parts: string[]): number {
  const last = parts.length - 1
  const longest = Math.min(MAX_CYCLE_FRAMES, parts.length >> 1)
  for (let length = 1; length <= longest; length++) {
    let same = 0
    while (same < length && parts[last - same] === parts[last - same - length]) same++
    if (same === length) return length
  }
  return 0
}

/** The parts that are nearly as frequent as the most frequent one; all where nothing goes round. */
function roundOf(parts: string[]): string[] {
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  const rounds = Math.max(0, ...counts.values())
  if (rounds < 2) return innermost(withoutRounds(parts))
  return [...counts.keys()].filter((part) => counts.get(part)! > rounds / 2).sort()
}

function innermost(components: string[]): string[] {
  return components.length > MAX_FRAMES ? components.slice(-MAX_FRAMES) : components
}

function isBareAddress(frame: JsonObject, platform: string): boolean {
  if (platform !== 'javascript' && platform !== 'node') return false
  const named = typeof frame.function === 'string' && frame.function !== '' && frame.function !== '?'
  return !named && typeof frame.abs_path === 'string' && isUrl(frame.abs_path)
}
