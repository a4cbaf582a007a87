import { Buffer } from 'node:buffer'
import type { GroupingResult } from '../event/event.ts'
import { stackFramesOf } from '../event/frames.ts'
import { readPlatform } from '../event/names.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { normaliseExceptions } from '../normalise/exceptions.ts'
import { NOTES_KEY, scrubEvent, scrubEventText } from '../scrub/scrub.ts'
import { type KnownStack, knownStack, registerStack } from './known-stack.ts'
import { type PlacedStack, placeholderOf, StackMemory, sharedFrames } from './stack-memory.ts'
import { stackComponents } from './v1/stack.ts'

/** A scrubbed event, and where in it stacks are that were seen before. */
export interface ScrubbedEvent {
  event: JsonObject
  stacks: PlacedStack<KnownStack>[]
}

const MAX_MEMORY_BYTES = 12_000_000
/** What a frame takes in memory beside its bytes and its JSON, about. */
const FRAME_BYTES = 400
/** What nothing but the stored JSON is asked for. */
const ONLY_STORED = ['pre_context', 'post_context', 'vars']

const memory = new StackMemory<KnownStack>(MAX_MEMORY_BYTES)

/**
 * Parses and scrubs an event, as `scrubEventText`, from a byte range of a text of UTF-8. The result is the same with
 * stacks that were seen before as without.
 * @returns undefined for JSON that is no object.
 * @throws SyntaxError for no JSON
 */
export function scrubEventBytes(text: Buffer, start: number, end: number): ScrubbedEvent | undefined {
  const parsed = memory.parse(text, start, end)
  if (parsed !== null && isOfPlatforms(parsed)) {
    const event = scrubEvent(parsed.event)
    if (!notesOf(event).includes('integer_rounded')) return { event, stacks: parsed.stacks }
  }
  const event = scrubEventText(text.toString('utf8', start, end))
  return event && { event, stacks: [] }
}

/** Which frames are of the application depends on the platform of the event. */
function isOfPlatforms({ event, stacks }: ScrubbedEvent): boolean {
  const platform = readPlatform(event.platform)
  return stacks.every(({ known }) => known === null || known.platform === platform)
}

function notesOf(event: JsonObject): Json[] {
  const notes = event[NOTES_KEY]
  return Array.isArray(notes) ? notes : []
}

/** Remembers the stacks of an event of this platform that are new. */
export function rememberStacks(stacks: PlacedStack<KnownStack>[], platform: string): void {
  for (const stack of stacks) {
    if (stack.known !== null) continue
    const known = knownStackOf(stack.bytes, platform)
    if (known === null) memory.reject(stack)
    else remember(stack, known)
  }
}

function remember(stack: PlacedStack<KnownStack>, known: KnownStack): void {
  registerStack(known)
  memory.remember(stack, known, known.json.length + known.frames.length * FRAME_BYTES)
}

/**
 * What comes of a stack in an event that has nothing else: what else an event has may be cut, and the stack with it.
 * Null where its bytes do not say all: of what is cut from it every event is to have a note, and whether a recursion
 * has overflowed is up to each exception.
 */
function knownStackOf(bytes: Buffer, platform: string): KnownStack | null {
  const sent = { values: [{ stacktrace: { frames: JSON.parse(bytes.toString('utf8')) as Json } }] }
  const event = scrubEvent({ exception: sent })
  const [exception] = normaliseExceptions(event, platform)
  const frames = stackFramesOf(exception?.stacktrace)
  const components = stackComponents(exception?.stacktrace, platform)
  if (notesOf(event).length > 0 || components.isRecursive) return null
  const json = Buffer.from(JSON.stringify(frames))
  return { frames: sharedFrames(frames, ONLY_STORED), platform, components, json }
}

/** JSON as a run of texts and of bytes in UTF-8. */
export type JsonParts = (string | Uint8Array)[]

/**
 * JSON of `{ payload, grouping }`; the stacks that are known are not written again. Leaves their places in the payload
 * void.
 */
export function documentParts(
  payload: JsonObject,
  grouping: GroupingResult,
  stacks: PlacedStack<KnownStack>[],
): JsonParts {
  return ['{"payload":', ...payloadParts(payload, stacks), `,"grouping":${groupingJson(grouping)}}`]
}

const sharedGroupings = new WeakMap<GroupingResult, string>()

/** Results that events share are frozen. */
function groupingJson(grouping: GroupingResult): string {
  if (!Object.isFrozen(grouping)) return JSON.stringify(grouping)
  const json = sharedGroupings.get(grouping) ?? JSON.stringify(grouping)
  sharedGroupings.set(grouping, json)
  return json
}

function payloadParts(payload: JsonObject, stacks: PlacedStack<KnownStack>[]): JsonParts {
  const known = stacks.flatMap(({ holder }) => {
    const stack = Array.isArray(holder.frames) ? knownStack(holder.frames) : undefined
    return stack ? [{ holder, stack }] : []
  })
  if (known.length === 0) return [JSON.stringify(payload)]
  for (const [index, { holder }] of known.entries()) holder.frames = placeholderOf(index)
  const jsons = known.map(({ stack }) => stack.json)
  const parts = spliced(JSON.stringify(payload), jsons)
  if (parts !== null) return parts
  for (const { holder, stack } of known) holder.frames = JSON.parse(stack.json.toString()) as Json[]
  return [JSON.stringify(payload)]
}

/** Null where the placeholders are not in the text in their order: a stack was cut from it. */
function spliced(text: string, jsons: Uint8Array[]): JsonParts | null {
  const parts: JsonParts = []
  let from = 0
  for (const [index, json] of jsons.entries()) {
    const placeholder = `"${placeholderOf(index)}"`
    const at = text.indexOf(placeholder)
    if (at < from) return null
    parts.push(text.slice(from, at), json)
    from = at + placeholder.length
  }
  parts.push(text.slice(from))
  return parts
}
