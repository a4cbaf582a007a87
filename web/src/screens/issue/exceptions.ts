import type { IssueEvent, Json, JsonObject, StackFrame } from '../../api/wire.ts'

export interface ExceptionBlock {
  /** Its place among the stored values; -1 for a stack without an exception. */
  place: number
  type: string
  value: string
  /** `false`: it reached the top of the program; `null`: the event does not say. */
  handled: boolean | null
  mechanism: string
  /** The call that failed first. */
  frames: StackFrame[]
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
const numberOrNull = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

function lines(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(text) : []
}

/** A frame of the stored document in the shape of the interface; what is missing is null. */
function toFrame(value: Json): StackFrame[] {
  if (!isObject(value)) return []
  const frame: StackFrame = {
    filename: textOrNull(value.filename),
    abs_path: textOrNull(value.abs_path),
    module: textOrNull(value.module),
    function: textOrNull(value.function),
    lineno: numberOrNull(value.lineno),
    colno: numberOrNull(value.colno),
    in_app: value.in_app === true,
    pre_context: lines(value.pre_context),
    context_line: textOrNull(value.context_line),
    post_context: lines(value.post_context),
    vars: isObject(value.vars) ? value.vars : null,
  }
  return [frame]
}

function toBlock(value: Json, place: number): ExceptionBlock[] {
  if (!isObject(value)) return []
  const mechanism = isObject(value.mechanism) ? value.mechanism : {}
  const stack = isObject(value.stacktrace) ? value.stacktrace : {}
  const frames = Array.isArray(stack.frames) ? stack.frames.flatMap(toFrame) : []
  return [
    {
      place,
      type: text(value.type) || 'Error',
      value: text(value.value),
      handled: typeof mechanism.handled === 'boolean' ? mechanism.handled : null,
      mechanism: text(mechanism.type),
      frames: frames.reverse(),
    },
  ]
}

/**
 * The exceptions of an event, the one that was caught first and its causes after it. The stored values run
 * oldest first; the outermost takes its frames from `stack_frames`, which are the demangled ones.
 */
export function exceptionBlocks(event: IssueEvent): ExceptionBlock[] {
  const exception = event.payload_json.exception
  const values = isObject(exception) ? exception.values : exception
  const blocks = (Array.isArray(values) ? values : []).flatMap(toBlock).reverse()
  const frames = event.stack_frames.toReversed()
  const [outermost, ...causes] = blocks
  if (outermost) return [frames.length > 0 ? { ...outermost, frames } : outermost, ...causes]
  if (frames.length === 0) return []
  return [{ place: -1, type: '', value: '', handled: null, mechanism: '', frames }]
}
