import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { isInBundleOfLibraries, isLibraryFrame } from '../normalise/library-code.ts'
import { framesOf, imagesOf, platformOf, rawOf, SCRIPT_PLATFORMS, stacksOf } from './event-parts.ts'
import { explained } from './explain.ts'
import { readDebugId } from './file-marks.ts'
import type { Applied, CodePlace, OriginalPlace, Resolution } from './symbolication.ts'

const MAX_PLACES = 400
/** Scripts that no file holds, and those of the runtime. */
const NO_SCRIPT = /^(?:node:|internal\/|native |\[native|<|eval |blob:|data:|\S{0,30}-extension:\/\/)/
/** Files that no browser or Node.js runs directly: a tool has already named the source. */
const SOURCE_FILE = /\.(?:[cm]?tsx?|jsx|vue|svelte)$/
const RAW_FIELDS = ['filename', 'abs_path', 'module', 'function', 'lineno', 'colno', 'context_line'] as const

/** What Sentry's SDK for Next.js calls the route that it wraps, if it has no map of it. */
const WRAPPED_FILE = /(?:^|\/)__SENTRY_WRAPPING_TARGET_FILE__\.cjs$/

interface PlacedFrame {
  stack: JsonObject
  index: number
  place: CodePlace
}

export interface UnresolvedFrames {
  places: CodePlace[]
  frames: PlacedFrame[]
}

/** The frames of JavaScript in a normalised event that were not resolved yet; empty for events of anything else. */
export function unresolvedFrames(payload: JsonObject, platform: string): UnresolvedFrames {
  const found: UnresolvedFrames = { places: [], frames: [] }
  const debugIds = debugIdsOf(payload)
  for (const stack of stacksOf(payload)) {
    for (const [index, frame] of framesOf(stack).entries()) {
      if (found.places.length >= MAX_PLACES) return found
      const place = placeOf(frame, platform, debugIds)
      if (place === null) continue
      found.places.push(place)
      found.frames.push({ stack, index, place })
    }
  }
  return found
}

/** Keeps the original as `raw`. @param notesOthers unmapped frames say why. @returns whether any resolved. */
export function applyResolutions(
  { frames }: UnresolvedFrames,
  resolutions: readonly Resolution<OriginalPlace>[],
  { target, platform, notesOthers }: Applied,
): boolean {
  let resolved = false
  const callers = callerNames(frames, resolutions, platform)
  for (const [at, { stack, index, place }] of frames.entries()) {
    const resolution = resolutions[at]
    if (!resolution || (resolution.status !== 'resolved' && !notesOthers)) continue
    const frame = framesOf(stack)[index] as JsonObject
    const isTold = resolution.status === 'resolved' || (frame.in_app === true && isBuilt(frame, place))
    if (resolution.status === 'resolved') {
      resolved = true
      if (isInBundleOfLibraries(frame)) frame.in_app = true
      rewrite(frame, resolution.original, callers[at] ?? resolution.original.within)
      if (isLibraryFrame(frame, platform)) frame.in_app = false
    }
    if (isTold) frame.symbolication = { ...explained(resolution, place, target) }
  }
  return resolved
}

/** What each function is called where it is called; libraries call those of the application by names of their own. */
function callerNames(
  frames: readonly PlacedFrame[],
  resolutions: readonly Resolution<OriginalPlace>[],
  platform: string,
): (string | null)[] {
  return frames.map(({ stack, index }, at) => {
    const [caller, made] = [frames[at - 1], resolutions[at - 1]]
    if (caller?.stack !== stack || caller.index !== index - 1 || made?.status !== 'resolved') return null
    const own = resolutions[at]
    const isCallback = isOfLibrary(made.original) && own?.status === 'resolved' && !isOfLibrary(own.original)
    return isCallback || isRead(made.original) ? null : made.original.name
  })

  function isOfLibrary({ file }: OriginalPlace): boolean {
    return isLibraryFrame({ filename: file }, platform)
  }
}

/** True for `items` in `items[0]`: a variable that the bundler put its value for, as of `await loadCart()`. */
function isRead({ name, column, context }: OriginalPlace): boolean {
  const text = context?.line.slice(column - 1)
  return name !== null && text?.startsWith(name) === true && !CALLED.test(text.slice(name.length))
}

function rewrite(
  frame: JsonObject,
  { file, line, column, context }: OriginalPlace,
  name: string | null = null,
): void {
  frame.raw = rawOf(frame, RAW_FIELDS)
  // The path of the built file names the route.
  if (!WRAPPED_FILE.test(file) || typeof frame.filename !== 'string') frame.filename = file
  delete frame.abs_path
  delete frame.module
  const called = (isWritten(frame) ? null : name) ?? writtenName(frame)
  if (called !== frame.function) frame.function = called
  frame.lineno = line
  frame.colno = column
  frame.pre_context = context?.before ?? []
  frame.context_line = context?.line ?? null
  frame.post_context = context?.after ?? []
}

/** Behind a name that is called. */
const CALLED = /^[?!.\s]{0,3}[(<`]/
/** Longer than a minifier's names, and not numbered by a bundler. */
const WRITTEN = /(?:^|[. ])[\w#]{4,100}$/
/** Lines of this length are a minifier's. */
const MAX_WRITTEN_COLUMN = 250
const SHORTENED = /^(?:async |new )?(?:[\w$]{1,3}(?:\.<anonymous>)?|[\w$]{1,80}\.[\w$]{1,2})$/
const SHORTENED_CLASS = /^(?:async |new )?[\w$]{1,3}\.(?=[\w$#]{3})/

/** True if the code was not minified: what a caller calls its argument says less than the function's own name. */
function isWritten({ function: name, colno }: JsonObject): boolean {
  return typeof name === 'string' && Number(colno) <= MAX_WRITTEN_COLUMN && WRITTEN.test(name)
}

/** The name of a function in minified code without what the minifier made up, which is another in the next build. */
function writtenName({ function: name, colno }: JsonObject): Json {
  if (typeof name !== 'string') return name ?? null
  if (typeof colno !== 'number' || colno <= MAX_WRITTEN_COLUMN) return name
  return SHORTENED.test(name) ? null : name.replace(SHORTENED_CLASS, '')
}

function placeOf(
  frame: Json,
  eventPlatform: string,
  debugIds: ReadonlyMap<string, string>,
): CodePlace | null {
  if (!isJsonObject(frame) || isJsonObject(frame.raw)) return null
  const { lineno, colno, abs_path, filename } = frame
  if (!SCRIPT_PLATFORMS.has(platformOf(frame, eventPlatform))) return null
  const path = abs_path || filename
  if (typeof path !== 'string' || path === '' || NO_SCRIPT.test(path)) return null
  if (typeof lineno !== 'number' || typeof colno !== 'number' || lineno < 1 || colno < 1) return null
  const name = typeof frame.function === 'string' ? frame.function : null
  return { path, line: lineno, column: colno, debugId: debugIds.get(path) ?? null, name }
}

/** Scripts of a page are mostly built. Of Node.js, those of whose source the SDK sends lines mostly are the source. */
function isBuilt(frame: JsonObject, { path, debugId }: CodePlace): boolean {
  if (debugId === null && SOURCE_FILE.test(path)) return false
  return debugId !== null || path.includes('://') || typeof frame.context_line !== 'string'
}

function debugIdsOf(payload: JsonObject): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { code_file: file, debug_id } of imagesOf(payload, 'sourcemap')) {
    const id = readDebugId(debug_id)
    if (typeof file === 'string' && id !== null) ids.set(file, id)
  }
  return ids
}
