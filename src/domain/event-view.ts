import type { Breadcrumb, StackFrame } from './event.ts'
import { eventFrames, stackFramesOf } from './event-frames.ts'
import { exceptionType, exceptionValue } from './event-title.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { anyText } from './plain-text.ts'
import { parseTimestamp } from './timestamp.ts'
import { valueList } from './value-list.ts'

/** An exception as it is shown, with its own frames. */
export interface ChainedException {
  type: string | null
  value: string | null
  module: string | null
  /** False: nobody caught it. Null: not known. */
  handled: boolean | null
  /** How it was caught, e.g. `onunhandledrejection`. */
  mechanism: string | null
  frames: StackFrame[]
}

/**
 * The frames of a stored event as the interface shows them, oldest call first: of its last exception, else of
 * its own stack, else of the crashed thread.
 */
export function stackFrames(payload: JsonObject): StackFrame[] {
  return eventFrames(payload, valueList(payload.exception)).map(stackFrame)
}

/** The exceptions of a stored event, oldest cause first, the one it is named after last. */
export function exceptionChain(payload: JsonObject): ChainedException[] {
  return valueList(payload.exception).map((exception) => {
    const mechanism = isJsonObject(exception.mechanism) ? exception.mechanism : {}
    return {
      type: exceptionType(exception) ?? null,
      value: exceptionValue(exception) ?? null,
      module: text(exception.module),
      handled: typeof mechanism.handled === 'boolean' ? mechanism.handled : null,
      mechanism: text(mechanism.type),
      frames: stackFramesOf(exception.stacktrace).map(stackFrame),
    }
  })
}

/** The breadcrumbs of a stored event as the interface shows them, oldest first; times as ISO 8601 UTC. */
export function breadcrumbs(payload: JsonObject): Breadcrumb[] {
  const crumbs = Array.isArray(payload.breadcrumbs) ? payload.breadcrumbs : []
  return crumbs.filter(isJsonObject).map((crumb) => ({
    timestamp: isoTime(crumb.timestamp),
    type: text(crumb.type),
    category: text(crumb.category),
    level: text(crumb.level),
    message: anyText(crumb.message) ?? null,
    data: isJsonObject(crumb.data) ? crumb.data : null,
  }))
}

function stackFrame(frame: JsonObject): StackFrame {
  const view: StackFrame = {
    filename: text(frame.filename),
    abs_path: text(frame.abs_path),
    module: text(frame.module),
    function: text(frame.function),
    lineno: number(frame.lineno),
    colno: number(frame.colno),
    in_app: frame.in_app === true,
    pre_context: lines(frame.pre_context),
    context_line: typeof frame.context_line === 'string' ? frame.context_line : null,
    post_context: lines(frame.post_context),
    vars: isJsonObject(frame.vars) ? frame.vars : null,
  }
  if (isJsonObject(frame.raw)) view.raw = frame.raw
  return view
}

function isoTime(value: Json | undefined): string | null {
  const time = parseTimestamp(value)
  return time === undefined ? null : new Date(time).toISOString()
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}

function lines(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
}
