import { LIMITS } from '#contract/limits.ts'
import { cspSummary } from './csp-report.ts'
import { readMessage } from './event-message.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { anyText, plainText } from './plain-text.ts'

/** What an issue is called when its event says nothing. */
const NO_MESSAGE = '<no message>'
const CONTROL = /\p{Cc}+/gu

/**
 * Title of an event: `Type: value` of its last (outermost) exception, else its message, else its security
 * report, else `<no message>`; first line, at most 250 characters. `exceptions` run oldest first.
 */
export function readTitle(event: JsonObject, exceptions: JsonObject[]): string {
  const exception = exceptions.at(-1)
  const fromException = exception === undefined ? undefined : exceptionTitle(exception)
  return fromException ?? firstLine(readMessage(event)?.formatted) ?? cspSummary(event.csp) ?? fallback(event)
}

function fallback(event: JsonObject): string {
  return firstLine(plainText(event.title)) ?? NO_MESSAGE
}

/** Type of an exception; undefined when it names none. */
export function exceptionType(exception: JsonObject): string | undefined {
  return plainText(exception.type)
}

/** Value of an exception as text; a value that is no text is shown as JSON. */
export function exceptionValue(exception: JsonObject): string | undefined {
  return anyText(exception.value)
}

function exceptionTitle(exception: JsonObject): string | undefined {
  const type = exceptionType(exception)
  const value = exceptionValue(exception)
  if (type === undefined && value === undefined) return firstLine(crashFunction(exception.stacktrace))
  if (type === undefined || value === undefined) return firstLine(type ?? value)
  return firstLine(`${type}: ${value.slice(0, 2 * LIMITS.titleChars)}`)
}

function crashFunction(stack: Json | undefined): string | undefined {
  if (!isJsonObject(stack) || !Array.isArray(stack.frames)) return undefined
  const frame = stack.frames.findLast(isJsonObject)
  return frame === undefined ? undefined : plainText(frame.function)
}

/** The first non-empty line of a text without control characters, at most 250 characters. */
export function firstLine(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const end = trimmed.search(/[\r\n]/)
  const line = end === -1 ? trimmed : trimmed.slice(0, end)
  const clean = line
    .slice(0, 2 * LIMITS.titleChars)
    .replace(CONTROL, ' ')
    .trim()
  return clean === '' ? undefined : cutText(clean, LIMITS.titleChars)
}

/** Cuts a text to `max` UTF-16 units, the last of them an ellipsis, never inside a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const lastUnit = text.charCodeAt(max - 2)
  const end = lastUnit >= 0xd800 && lastUnit <= 0xdbff ? max - 2 : max - 1
  return `${text.slice(0, end)}…`
}
