import type { Json } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** All that a browser says of an error in a worker, or of one it hides: SDKs send it as the text of an `Error`. */
const UNCAUGHT = /^Uncaught (?:\(in promise\) )?((?:[A-Z]\w{0,60})?(?:Error|Exception)): (?!Uncaught )(?=\S)/

/** `TypeError` and `x is undefined` of an `Error` that says `Uncaught TypeError: x is undefined`. */
export function uncaughtError(
  type: string | undefined,
  said: Json | undefined,
): { type: string; value: string } | undefined {
  if (type !== undefined && type !== 'Error') return undefined
  const text = typeof said === 'string' && said.includes('Uncaught ') ? plainText(said) : undefined
  const found = text === undefined ? null : UNCAUGHT.exec(text)
  return found === null ? undefined : { type: found[1]!, value: text!.slice(found[0].length) }
}
