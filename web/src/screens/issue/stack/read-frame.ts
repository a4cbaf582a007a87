import type { JsonObject, StackFrame } from '../../../api/wire.ts'
import { isObject, numberOrNull, objectOf, textOf, textOrNull } from '../payload.ts'

/** A stack whose frames are read when it is opened: an event can have tens of thousands. */
export interface Stack {
  count: number
  /** The most recent call first. */
  frames: () => StackFrame[]
}

/** The stack of an exception or a thread of the stored document. */
export function stackOf(holder: JsonObject): Stack {
  const { frames } = objectOf(holder.stacktrace)
  const sent = Array.isArray(frames) ? frames.filter(isObject) : []
  let read: StackFrame[] | undefined
  return {
    count: sent.length,
    frames: () => {
      read ??= sent.map(readFrame).reverse()
      return read
    },
  }
}

/** @param frames oldest call first, as the interface has them */
export function stackOfFrames(frames: StackFrame[]): Stack {
  const newestFirst = frames.toReversed()
  return { count: frames.length, frames: () => newestFirst }
}

/** A frame of the stored document in the shape of the interface; what is missing is null. */
function readFrame(value: JsonObject): StackFrame {
  const address = addressOf(value.instruction_addr)
  const symbolication = symbolicationOf(value.symbolication)
  return {
    filename: textOrNull(value.filename),
    abs_path: textOrNull(value.abs_path),
    module: textOrNull(value.module),
    function: textOrNull(value.function),
    lineno: numberOrNull(value.lineno),
    colno: numberOrNull(value.colno),
    in_app: value.in_app === true,
    pre_context: linesOf(value.pre_context),
    context_line: typeof value.context_line === 'string' ? value.context_line : null,
    post_context: linesOf(value.post_context),
    vars: isObject(value.vars) ? value.vars : null,
    ...(textOf(value.platform) && { platform: textOf(value.platform) }),
    ...(textOf(value.package) && { package: textOf(value.package) }),
    ...(address && { instruction_addr: address }),
    ...(isObject(value.raw) && { raw: value.raw }),
    ...(symbolication && { symbolication }),
  }
}

/** The service's note on the frame; a client may have sent anything under this name. */
function symbolicationOf(written: JsonObject[string] | undefined): StackFrame['symbolication'] {
  const { status, by, map, message, command } = objectOf(written)
  if (status !== 'resolved' && status !== 'missing' && status !== 'failed') return undefined
  return {
    status,
    by: by === 'debug_id' || by === 'name' ? by : null,
    map: textOrNull(map),
    message: textOf(message),
    command: textOrNull(command),
  }
}

function addressOf(value: JsonObject[string] | undefined): string {
  return typeof value === 'number' ? `0x${Math.trunc(value).toString(16)}` : textOf(value)
}

function linesOf(value: JsonObject[string] | undefined): string[] {
  return Array.isArray(value) ? value.map((line) => (typeof line === 'string' ? line : '')) : []
}
