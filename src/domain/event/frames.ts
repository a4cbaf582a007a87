import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { numberedList, valueList } from '../text/value-list.ts'

/** Oldest call first: of the last exception, else its own stack, else the thread it names, or its nearest cause, or the
 * crashed, current or only thread. Empty if there are none. */
export function eventFrames(event: JsonObject, exceptions: JsonObject[]): JsonObject[] {
  const last = exceptions.at(-1)
  const ofException = stackFramesOf(last?.stacktrace)
  if (ofException.length > 0) return ofException
  const own = stackFramesOf(event.stacktrace)
  if (own.length > 0) return own
  const ofCause = last?.thread_id == null ? causeFrames(exceptions) : []
  return ofCause.length > 0 ? ofCause : stackFramesOf(threadOf(event, last)?.stacktrace)
}

/** Ruby's SDK sends a stack that exceptions share once, in the innermost. */
function causeFrames(exceptions: JsonObject[]): JsonObject[] {
  const cause = exceptions.findLast(({ stacktrace }) => hasFrames(stacktrace))
  return stackFramesOf(cause?.stacktrace)
}

/** The thread that an exception names, else the one the event is about. */
export function threadOf(event: JsonObject, exception: JsonObject | undefined): JsonObject | undefined {
  const id = exception?.thread_id
  if (id === undefined || id === null) return leadingThread(event)
  return valueList(event.threads).find((thread) => thread.id === id) ?? leadingThread(event)
}

export function stackFramesOf(stack: Json | undefined): JsonObject[] {
  const frames = sentFrames(stack)
  return frames.every(isJsonObject) ? frames : frames.filter(isJsonObject)
}

/** The frames of a stack as sent, also of one that is a list, or that PHP wrote. */
export function sentFrames(stack: Json | undefined): Json[] {
  if (Array.isArray(stack)) return stack
  return isJsonObject(stack) ? (numberedList(stack.frames) ?? []) : []
}

export function leadingThread(event: JsonObject): JsonObject | undefined {
  const threads = valueList(event.threads)
  const crashed = threads.filter((thread) => thread.crashed === true)
  if (crashed.length === 1) return crashed[0]
  const current = threads.filter((thread) => thread.current === true)
  if (current.length === 1) return current[0]
  return threads.length === 1 ? threads[0] : undefined
}

/** Old clients send the stack beside the exception, not in it. It is that of the last exception if none
 * has frames; undefined if one has, or if no stack was sent. */
export function adoptedStack(exceptions: readonly JsonObject[], sent: Json | undefined): Json | undefined {
  if (sent === undefined || exceptions.length === 0) return undefined
  return hasFrames(sent) && !exceptions.some(({ stacktrace }) => hasFrames(stacktrace)) ? sent : undefined
}

function hasFrames(stack: Json | undefined): boolean {
  return sentFrames(stack).length > 0
}

/** True if no exception says where it was thrown, so that the thread does. */
export function isToldByThread(exceptions: readonly JsonObject[]): boolean {
  return exceptions.length > 0 && !exceptions.some(({ stacktrace }) => stackFramesOf(stacktrace).length > 0)
}
