import { exceptionType } from '../../event/title.ts'
import { isJsonObject, type JsonObject } from '../../json/json.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** All panics of Rust have one type, whatever went wrong; the text says whether it was an index, an `unwrap` or a lock. */
export function isRustPanic(exception: JsonObject): boolean {
  const { mechanism } = exception
  return isJsonObject(mechanism) && mechanism.type === 'panic' && exceptionType(exception) === 'panic'
}

/** Without the compared values, which `assert_eq!` prints on lines of their own. */
export function panicWords(value: string | undefined): string | undefined {
  const end = value?.indexOf('\n') ?? -1
  return end === -1 ? value : value?.slice(0, end)
}
