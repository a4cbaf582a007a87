import { exceptionType, exceptionValue } from '../../event/title.ts'
import type { JsonObject } from '../../json/json.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Of `errors.New`, and of `fmt.Errorf` with `%w` and without; they have no stack, so the SDK sends that of the reporter. */
const TEXT = /^\*x?errors\.errorString$/
const WRAPPED = /^\*(?:fmt|xerrors)\.wrapError$/

export function isGoText(exception: JsonObject, platform: string): boolean {
  if (platform !== 'go') return false
  const type = exceptionType(exception)
  return type !== undefined && (TEXT.test(type) || WRAPPED.test(type))
}

/** What an error that is only a text says itself: `pay: EOF` around `EOF` says `pay: `, since the cause counts by itself. */
export function goWords(exception: JsonObject, cause: JsonObject | undefined): string | undefined {
  const value = exceptionValue(exception)
  const inner = cause && exceptionValue(cause)
  if (value === undefined || !inner || !WRAPPED.test(exceptionType(exception) ?? '')) return value
  const at = value.lastIndexOf(inner)
  const own = at < 0 ? value : value.slice(0, at) + value.slice(at + inner.length)
  return own === '' ? undefined : own
}
