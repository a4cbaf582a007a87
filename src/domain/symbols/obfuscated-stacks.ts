import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { inferInApp } from '../normalise/in-app.ts'
import type { ObfuscatedStack, OriginalCall, RetracedStack } from '../retrace/retrace.ts'
import { namesFile } from '../retrace/source-file.ts'
import { text } from '../text/plain-text.ts'
import { valueList } from '../text/value-list.ts'
import { imagesOf, JVM_PLATFORMS, platformOf, rawOf } from './event-parts.ts'
import { explainedMapping } from './explain.ts'
import { readDebugId } from './file-marks.ts'
import type { Applied, Resolution } from './symbolication.ts'

const MAX_MAPPINGS = 10
/** Of all stacks of an event; a report of a hang has those of all threads. */
const MAX_CALLS = 4000
/** What names may add to an event. Behind it inlined calls are left out, and then frames stay as they are. */
const MAX_GROWTH_CHARS = 500_000
const RAW_FIELDS = ['filename', 'abs_path', 'module', 'function', 'lineno'] as const

interface HeldStack {
  holder: JsonObject
  /** Null: an exception without a stack. */
  list: JsonObject | null
  frames: JsonObject[]
  isException: boolean
}

/** The stacks of an event that a mapping file could tell more about, and where they are in it. */
export interface ObfuscatedStacks {
  /** Debug ids of the mapping files that the event names. */
  mappings: string[]
  stacks: ObfuscatedStack[]
  held: HeldStack[]
}

/** The stacks of Java in a normalised event that names a mapping file; none if they were retraced before. */
export function obfuscatedStacks(payload: JsonObject, platform: string): ObfuscatedStacks {
  const found: ObfuscatedStacks = { mappings: mappingsOf(payload), stacks: [], held: [] }
  if (found.mappings.length === 0) return found
  let room = MAX_CALLS
  for (const held of heldStacks(payload, platform)) {
    room -= held.frames.length
    if (room < 0) break
    found.held.push(held)
    found.stacks.push(stackOf(held))
  }
  return found
}

/** Writes the names of the source over the obfuscated ones, which stay as `raw`. @returns whether any changed. */
export function applyRetraced(
  { held }: ObfuscatedStacks,
  resolutions: readonly Resolution<RetracedStack>[],
  { platform, notesOthers, target }: Applied,
): boolean {
  let isAny = false
  const room = { chars: MAX_GROWTH_CHARS }
  for (const [at, stack] of held.entries()) {
    const resolution = resolutions[at]
    if (resolution === undefined) continue
    const note = { ...explainedMapping(resolution, target) }
    if (resolution.status === 'resolved') {
      isAny = rewrite(stack, resolution.original, { platform, note, room }) || isAny
    } else if (notesOthers) {
      for (const frame of stack.frames) if (isShortened(frame)) frame.symbolication = note
    }
  }
  return isAny
}

interface Written {
  platform: string
  note: JsonObject
  room: { chars: number }
}

function rewrite(
  { holder, list, frames, isException }: HeldStack,
  original: RetracedStack,
  written: Written,
) {
  const isNamed = isException && original.thrown !== null && nameException(holder, original.thrown)
  // Calls are innermost first, frames outermost first.
  const rewritten = frames.map((frame, at) =>
    framesOf(frame, original.calls[frames.length - 1 - at], written),
  )
  const isChanged = rewritten.some((own, at) => own.length !== 1 || own[0] !== frames[at])
  if (isChanged && list !== null) list.frames = rewritten.flat()
  return isNamed || isChanged
}

/** @returns whether that is another name. */
function nameException(exception: JsonObject, thrown: string): boolean {
  if (thrown === className(exception.module, exception.type)) return false
  const dot = thrown.lastIndexOf('.')
  exception.type = thrown.slice(dot + 1)
  if (dot === -1) delete exception.module
  else exception.module = thrown.slice(0, dot)
  return true
}

/** The frames that stand for one, outermost first; the frame itself if nothing about it is hidden. */
function framesOf(
  frame: JsonObject,
  calls: OriginalCall[] | null | undefined,
  written: Written,
): JsonObject[] {
  if (!calls || (calls.length === 1 && isAsWritten(frame, calls[0]!))) return [frame]
  const shown: JsonObject[] = []
  let growth = -charsOf(frame)
  for (const call of calls.toReversed()) {
    const own = named(frame, call, { ...written, isOutermost: shown.length === 0 })
    const chars = charsOf(own)
    if (growth + chars > written.room.chars) break
    growth += chars
    shown.push(own)
  }
  if (shown.length === 0 && calls.length > 0) return [frame]
  written.room.chars -= growth
  return shown
}

/** Only the outermost call has a frame as the program runs: what else is known of that, such as variables, is not of the others. */
function named(
  frame: JsonObject,
  call: OriginalCall,
  { platform, note, isOutermost }: Written & { isOutermost: boolean },
): JsonObject {
  const { abs_path: _, ...rest } = frame
  const own: JsonObject = {
    ...(isOutermost ? rest : { platform: frame.platform ?? null }),
    filename: call.file,
    module: call.class,
    function: call.method,
    lineno: call.line,
    raw: rawOf(frame, RAW_FIELDS),
    symbolication: note,
  }
  own.in_app = inferInApp(own, platform)
  return own
}

function charsOf(frame: JsonObject): number {
  return JSON.stringify(frame).length
}

function isAsWritten(frame: JsonObject, { class: name, method, line }: OriginalCall): boolean {
  const isSame = frame.module === name && frame.function === method && (frame.lineno ?? null) === line
  return isSame && namesFile(text(frame.filename))
}

const SHORTENED = /(?:^|\.)(?:[a-z]\w{0,2}|[A-Z]\w?)(?:\$|$)/

/** Whether its class has a name of a few letters, as the tools make them up. */
function isShortened(frame: JsonObject): boolean {
  return SHORTENED.test(text(frame.module))
}

function stackOf({ holder, frames, isException }: HeldStack): ObfuscatedStack {
  const calls = frames.toReversed().map(({ module, function: method, lineno }) => ({
    class: text(module),
    method: text(method),
    line: typeof lineno === 'number' && lineno > 0 ? lineno : null,
  }))
  return { thrown: isException ? className(holder.module, holder.type) : null, calls }
}

function className(module: Json | undefined, type: Json | undefined): string {
  return text(module) === '' ? text(type) : `${text(module)}.${text(type)}`
}

function heldStacks(payload: JsonObject, platform: string): HeldStack[] {
  const exceptions = valueList(payload.exception).map((holder) => heldStack(holder, platform, true))
  const others = [payload, ...valueList(payload.threads)].map((holder) => heldStack(holder, platform, false))
  return [...exceptions, ...others].filter((held) => held !== null)
}

function heldStack(holder: JsonObject, platform: string, isException: boolean): HeldStack | null {
  const list = isJsonObject(holder.stacktrace) ? holder.stacktrace : null
  const frames = Array.isArray(list?.frames) ? list.frames.filter(isJsonObject) : []
  if (frames.some((frame) => isJsonObject(frame.raw) || !JVM_PLATFORMS.has(platformOf(frame, platform))))
    return null
  if (frames.length === 0 && !(isException && JVM_PLATFORMS.has(platform))) return null
  return { holder, list, frames, isException }
}

function mappingsOf(payload: JsonObject): string[] {
  const ids = imagesOf(payload, 'proguard')
    .map(({ uuid, debug_id }) => readDebugId(uuid) ?? readDebugId(debug_id))
    .filter((id) => id !== null)
  return [...new Set(ids)].slice(0, MAX_MAPPINGS)
}
