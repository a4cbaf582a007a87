import type { Buffer } from 'node:buffer'
import { type Remembered, StackMemory, sharedFrames } from '#domain/grouping/stack-memory.ts'
import { isNestedTooDeep } from '#domain/json/depth.ts'
import { isInexactInteger, isJsonObject, type JsonObject, parseExactJson } from '#domain/json/json.ts'

const MAX_MEMORY_BYTES = 6_000_000
/** What a frame takes in memory beside its bytes, about. */
const FRAME_BYTES = 250
/** What the preview of an event never looks at. */
const UNREAD = ['pre_context', 'post_context', 'vars']

const memory = new StackMemory<Remembered>(MAX_MEMORY_BYTES)

/**
 * The event in a byte range of a text of UTF-8, to be read and not changed: stacks that were seen before are shared, and
 * lack their surrounding lines and variables. Null for anything but a JSON object, and for one
 * nested too deep; bytes that are not UTF-8 become U+FFFD.
 */
export function parseEvent(text: Buffer, start: number, end: number): JsonObject | null {
  if (isNestedTooDeep(text, start, end)) return null
  const parsed = memory.parse(text, start, end)
  if (parsed === null || namesLongUserId(parsed.event)) return parseJsonObject(text, start, end)
  for (const stack of parsed.stacks) {
    if (stack.known !== null) continue
    const frames = sharedFrames(stack.frames, UNREAD)
    memory.remember(stack, { frames }, stack.bytes.length / 2 + frames.length * FRAME_BYTES)
  }
  return parsed.event
}

/** The JSON object in a byte range; null when it is anything else, or nested too deep. Bytes that are not UTF-8 become U+FFFD. */
export function parseJsonObject(bytes: Buffer, start: number, end: number): JsonObject | null {
  if (isNestedTooDeep(bytes, start, end)) return null
  try {
    const text = bytes.toString('utf8', start, end)
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value)) return null
    return namesLongUserId(value) ? parseExactJson(text) : value
  } catch {
    return null
  }
}

/** People are told apart by their ids, and many ids are 64-bit integers. */
function namesLongUserId({ user }: JsonObject): boolean {
  return isJsonObject(user) && isInexactInteger(user.id)
}
