import type { FrameSymbolication } from '#contract/event/event.ts'
import { isoTime } from '#contract/time.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { anyText } from '../text/plain-text.ts'
import { parseTimestamp } from '../text/timestamp.ts'
import { valueList } from '../text/value-list.ts'
import type { Breadcrumb, StackFrame } from './event.ts'
import { eventFrames, stackFramesOf } from './frames.ts'
import { exceptionType, exceptionValue } from './title.ts'

export interface ChainedException {
  type: string | null
  value: string | null
  module: string | null
  /** False: nobody caught it. Null: not known. */
  handled: boolean | null
  mechanism: string | null
  frames: StackFrame[]
}

/** Oldest call first: of the last exception, else the event's own stack, else the crashed thread. */
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
    timestamp: timeOf(crumb.timestamp),
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
  const platform = text(frame.platform)
  const binary = text(frame.package)
  const address = addressOf(frame.instruction_addr)
  if (platform !== null) view.platform = platform
  if (binary !== null) view.package = binary
  if (address !== null) view.instruction_addr = address
  if (isJsonObject(frame.raw)) view.raw = frame.raw
  const symbolication = symbolicationOf(frame.symbolication)
  if (symbolication !== null) view.symbolication = symbolication
  return view
}

/** As this service wrote it; what a client sent under this name may be anything. */
function symbolicationOf(written: Json | undefined): FrameSymbolication | null {
  if (!isJsonObject(written)) return null
  const { status, by, message } = written
  if (status !== 'resolved' && status !== 'missing' && status !== 'failed') return null
  return {
    status,
    by: by === 'debug_id' || by === 'name' ? by : null,
    map: text(written.map),
    message: typeof message === 'string' ? message : '',
    command: text(written.command),
  }
}

function timeOf(value: Json | undefined): string | null {
  const time = parseTimestamp(value)
  return time === undefined ? null : isoTime(time)
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** SDKs write addresses as hexadecimal text or as numbers. */
function addressOf(value: Json | undefined): string | null {
  return typeof value === 'number' && value >= 0 ? `0x${Math.trunc(value).toString(16)}` : text(value)
}

function lines(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
}
