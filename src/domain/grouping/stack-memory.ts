import type { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { EVENT_BOUNDS } from '../event/bounds.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { createSightings } from './frame-place.ts'

/**
 * Stacks repeat: events of one issue and release mostly have the same frames to the byte, and these are the larger
 * part of their JSON. A list of frames that was seen before is not parsed again: a placeholder takes its place in the
 * text, and what is remembered of it takes the placeholder's in the event.
 */

/** A list of frames in the JSON of an event. */
interface FoundStack<K> {
  /** From bracket to bracket, a view of the text. */
  bytes: Buffer
  /** Quickly made of the bytes; others may share it. */
  mark: number
  /** Null: seen before, and not remembered yet. */
  known: K | null
}

/** A list of frames that is in its place in the event. */
export interface PlacedStack<K> extends FoundStack<K> {
  /** The stack trace whose `frames` it is. */
  holder: JsonObject
  frames: Json[]
}

export interface ParsedEvent<K> {
  event: JsonObject
  stacks: PlacedStack<K>[]
}

/** What is remembered of a list of frames: at least what stands for it in events, which share it. */
export interface Remembered {
  frames: Json[]
}

const OPENING = new TextEncoder().encode('"frames":[')
/** A list of frames is the last or only member of its stack trace. */
const CLOSING = new TextEncoder().encode('}]}')
const [COMMA, BRACE] = [0x2c, 0x7b]
const MIN_STACK_BYTES = 512
const MAX_STACK_BYTES = 128 * 1024
/** Of so few bytes the bound on all characters is not reached: a value counts twice its bytes at the most. */
const MAX_EVENT_BYTES = EVENT_BOUNDS.totalChars / 4
const MAX_STACKS = 10
const MARK_STRIDE = 32
const REJECTED_BYTES = 100
/** Never stored, so that nobody can send one. */
const SECRET = randomBytes(12).toString('hex')
const PLACEHOLDERS = Array.from({ length: MAX_STACKS }, (_, index) => `stack-${SECRET}-${index}`)

/** Parses events and remembers their stacks. What is kept of one, `K`, is the caller's; not shared between threads. */
export class StackMemory<K extends Remembered> {
  readonly #maxBytes: number
  readonly #entries = new Map<number, { bytes: Uint8Array; known: K } | null>()
  readonly #wasSeen = createSightings()
  #bytes = 0

  /** @param maxBytes what all stacks may weigh together; then the memory starts over. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Parses the event in a byte range of a text of UTF-8. A stack that is known holds the frames that were remembered; of
   * one that is not, and was seen before, they are the event's own, and the caller may `remember` it.
   * @returns null where there is nothing to gain: parse the text as a whole.
   */
  parse(text: Buffer, start: number, end: number): ParsedEvent<K> | null {
    const json = text.subarray(start, end)
    const found = json.length > MAX_EVENT_BYTES ? [] : this.#find(json)
    if (found.length === 0) return null
    const event = parseObject(abridged(json, found))
    const stacks = event && this.#place(event, found)
    return event && stacks && { event, stacks }
  }

  /** @param weight bytes of memory that `known` takes, about. */
  remember({ mark, bytes }: FoundStack<K>, known: K, weight: number): void {
    this.#grow(weight + bytes.length)
    this.#entries.set(mark, { bytes: Uint8Array.from(bytes), known })
  }

  /** Leaves a stack alone from now on. */
  reject({ mark }: Pick<FoundStack<K>, 'mark'>): void {
    this.#grow(REJECTED_BYTES)
    this.#entries.set(mark, null)
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    this.#entries.clear()
    this.#bytes = bytes
  }

  /** The stacks that are known or were seen before, in order. */
  #find(json: Buffer): FoundStack<K>[] {
    const found: FoundStack<K>[] = []
    let at = json.indexOf(OPENING)
    while (at >= 0 && found.length < MAX_STACKS) {
      const start = at + OPENING.length - 1
      const end = json.indexOf(CLOSING, start) + 2
      if (end < start) break
      const isMember = json[at - 1] === BRACE || json[at - 1] === COMMA
      const stack = isMember ? this.#lookUp(json.subarray(start, end)) : null
      if (stack !== null) found.push(stack)
      at = json.indexOf(OPENING, stack === null ? start : end)
    }
    return found
  }

  #lookUp(bytes: Buffer): FoundStack<K> | null {
    if (bytes.length < MIN_STACK_BYTES || bytes.length > MAX_STACK_BYTES) return null
    const mark = markOf(bytes)
    const entry = this.#entries.get(mark)
    if (entry === null) return null
    if (entry !== undefined && bytes.equals(entry.bytes)) return { bytes, mark, known: entry.known }
    return this.#wasSeen(mark) ? { bytes, mark, known: null } : null
  }

  /** Null where a placeholder is not where a stack trace of an exception or thread has its frames. */
  #place(event: JsonObject, found: FoundStack<K>[]): PlacedStack<K>[] | null {
    const holders = new Map(stackTraces(event).map((holder) => [holder.frames, holder]))
    const placed: PlacedStack<K>[] = []
    for (const [index, stack] of found.entries()) {
      const holder = holders.get(PLACEHOLDERS[index]!)
      const frames = holder && (stack.known?.frames ?? parseArray(stack.bytes))
      if (!holder || !frames) {
        if (stack.known === null) this.reject(stack)
        return null
      }
      holder.frames = frames
      placed.push({ ...stack, holder, frames })
    }
    return placed
  }
}

/** What events share of frames: frozen copies without some keys. */
export function sharedFrames(frames: Json[], leftOut: readonly string[]): Json[] {
  return Object.freeze(frames.map((frame) => sharedFrame(frame, leftOut))) as Json[]
}

function sharedFrame(frame: Json, leftOut: readonly string[]): Json {
  if (!isJsonObject(frame)) return frame
  const kept: JsonObject = {}
  for (const key in frame) {
    // It would not become a key, but the copy's prototype.
    if (key !== '__proto__' && !leftOut.includes(key)) kept[key] = frame[key] as Json
  }
  return Object.freeze(kept)
}

/** The text that stands for the stack of this number in an abridged text, without quotes. */
export function placeholderOf(index: number): string {
  return PLACEHOLDERS[index]!
}

/**
 * The text with a placeholder for each stack. Where it is JSON with them, it is JSON without them, and the other way
 * round: a list stands where its key says, which can't be in a string, for the key's first quote would end that.
 */
function abridged(json: Buffer, found: FoundStack<unknown>[]): string {
  let text = ''
  let from = 0
  for (const [index, { bytes }] of found.entries()) {
    const start = bytes.byteOffset - json.byteOffset
    text += `${json.toString('utf8', from, start)}"${PLACEHOLDERS[index]}"`
    from = start + bytes.length
  }
  return text + json.toString('utf8', from)
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function parseArray(bytes: Buffer): Json[] | null {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Json
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The stack traces of exceptions and threads. All lie equally deep. */
function stackTraces(event: JsonObject): JsonObject[] {
  return [event.exception, event.threads].flatMap((list) => {
    const values = isJsonObject(list) ? list.values : undefined
    if (!Array.isArray(values)) return []
    return values.flatMap((entry) =>
      isJsonObject(entry) && isJsonObject(entry.stacktrace) ? [entry.stacktrace] : [],
    )
  })
}

/** 30 bits of a sample of the bytes. */
function markOf(bytes: Buffer): number {
  let mark = bytes.length
  for (let at = 0; at + 4 <= bytes.length; at += MARK_STRIDE) {
    mark = (Math.imul(mark, 31) + bytes.readInt32LE(at)) | 0
  }
  return mark & 0x3fffffff
}
