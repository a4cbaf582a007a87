import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { numberedList } from '../text/value-list.ts'
import { urlPath } from '../web/url-path.ts'
import { unmarkCompiled } from './compiled-python.ts'
import { inferInApp } from './in-app.ts'
import { isLibraryFrame } from './library-code.ts'

/** Native code has no lines; an offset in their place has 32 bits. */
const MAX_POSITION = 0xffffffff
/** Elixir's client marks no frame until it is told which applications to; Go's marks none of a program built with `-trimpath`. */
const MARKS_NONE = new Set(['elixir', 'go'])
const TEXT_FIELDS = ['filename', 'abs_path', 'module', 'function', 'package', 'context_line'] as const

/** In place: `{ frames: [...] }`, oldest call first, each with a boolean `in_app`. Non-objects are left
 * out; a stack without frames is removed. */
export function normaliseStack(holder: JsonObject, platform: string): void {
  const sent = holder.stacktrace
  if (sent === undefined) return
  const stack = Array.isArray(sent) ? { frames: sent } : sent
  const list = isJsonObject(stack) ? numberedList(stack.frames) : undefined
  if (!isJsonObject(stack) || list === undefined) {
    delete holder.stacktrace
    return
  }
  const frames = list.every(isJsonObject) ? list : list.filter(isJsonObject)
  for (const frame of frames) normaliseFrame(frame)
  markInApp(frames, platform)
  stack.frames = frames
  holder.stacktrace = stack
}

function normaliseFrame(frame: JsonObject): void {
  for (const field of TEXT_FIELDS) {
    const value = frame[field]
    if (typeof value !== 'string' && value !== undefined && value !== null)
      frame[field] = plainText(value) ?? null
  }
  cleanPosition(frame, 'lineno')
  cleanPosition(frame, 'colno')
  cleanContext(frame, 'pre_context')
  cleanContext(frame, 'post_context')
  normaliseVars(frame)
  placeUrl(frame)
}

/** Erlang's clients send the arguments of a call as a list. */
function normaliseVars(frame: JsonObject): void {
  const { vars } = frame
  if (vars === undefined || isJsonObject(vars)) return
  frame.vars = Array.isArray(vars) && vars.length > 0 ? { ...vars } : null
}

/** Browsers name only a URL; it is the absolute path, and its path is the file name. */
function placeUrl(frame: JsonObject): void {
  const filename = frame.filename || frame.abs_path
  if (typeof filename !== 'string' || filename === '') return
  const path = urlPath(filename)
  if (path === undefined) {
    if (!frame.filename) frame.filename = filename
    return
  }
  if (!frame.abs_path) frame.abs_path = filename
  frame.filename = path
}

function cleanPosition(frame: JsonObject, field: 'lineno' | 'colno'): void {
  const value = frame[field]
  if (value === undefined || value === null) return
  if (typeof value === 'number' && value >= 0 && value <= MAX_POSITION && Number.isInteger(value)) return
  const parsed = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null
  frame[field] = parsed
}

function cleanContext(frame: JsonObject, field: 'pre_context' | 'post_context'): void {
  const lines = frame[field]
  if (lines === undefined || lines === null) return
  if (!Array.isArray(lines)) frame[field] = null
  else if (!lines.every(isText)) frame[field] = lines.map((line) => plainText(line) ?? '')
}

function isText(value: Json): boolean {
  return typeof value === 'string'
}

function markInApp(frames: JsonObject[], platform: string): void {
  const isUntold = MARKS_NONE.has(platform) && frames.every(({ in_app }) => in_app === false)
  if (isUntold) for (const frame of frames) frame.in_app = inferInApp(frame, platform)
  else completeMarks(frames, platform)
  unmarkCompiled(frames, platform)
}

/** Clients mark frames of libraries as their own, too. Where one marks some that are, those it leaves unmarked are not. */
function completeMarks(frames: JsonObject[], platform: string): void {
  let marked = false
  for (const frame of frames) {
    const sent = frame.in_app
    if (sent !== true && sent !== 'true' && sent !== 1) continue
    frame.in_app = !isLibraryFrame(frame, platform)
    marked ||= frame.in_app
  }
  for (const frame of frames) {
    if (typeof frame.in_app === 'boolean') continue
    const isForeign = frame.in_app === 'false' || frame.in_app === 0
    frame.in_app = !isForeign && !marked && inferInApp(frame, platform)
  }
}
