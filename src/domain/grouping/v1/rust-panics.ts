import { exceptionType } from '../../event/title.ts'
import { isJsonObject, type JsonObject } from '../../json/json.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** All panics of Rust have one type, whatever went wrong; the text says whether it was an index, an `unwrap` or a lock. */
export function isRustPanic(exception: JsonObject): boolean {
  const { mechanism } = exception
  return isJsonObject(mechanism) && mechanism.type === 'panic' && exceptionType(exception) === 'panic'
}

/** Names a text that was sliced, behind a backtick: `byte index 9 is out of bounds of …`. */
const SLICED = /^(?:(?:start |end )?byte index \d|begin <= end)/

/** Without the compared values, which `assert_eq!` prints on lines of their own, and without the text that was sliced. */
export function panicWords(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const end = value.search(SLICED.test(value) ? /[\n`]/ : /\n/)
  return end === -1 ? value : value.slice(0, end)
}
