import { exceptionType, exceptionValue } from '../../event/title.ts'
import { isJsonObject, type JsonObject } from '../../json/json.ts'
import { withoutPlace } from '../../normalise/anonymous-class.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** True if the SDK made up the exception to carry a stack: of a message, or of a crash that has none. */
export function isSynthetic(exception: JsonObject): boolean {
  return isJsonObject(exception.mechanism) && exception.mechanism.synthetic === true
}

/** Crash reports end the type with the address that was accessed: `SIGSEGV / SEGV_MAPERR / 0x7f1c`. */
const ACCESSED = / ?\/ ?0x[0-9a-f]{1,16}$/i

/** A class of Ruby without a name, by its address. */
const NAMELESS = /^#<Class:0x[0-9a-f]{1,16}>/

/** What the reports of cockroachdb/errors have for a type: `(1) cart.go:105 (reserve)`. */
const GO_PLACE = /(\.go):\d{1,9}(?= \()/

/** What dart2js calls a class in one build. */
const MINIFIED = 'minified:'

/** The type of an exception as far as it counts: not where the SDK made it up, nor where a class without a name lies. What
 * overflows the stack has a type of its own in Firefox. */
export function countedType(exception: JsonObject): string | undefined {
  const type = isSynthetic(exception) ? undefined : exceptionType(exception)
  if (type === 'InternalError' && exceptionValue(exception) === 'too much recursion') return 'RangeError'
  if (type?.startsWith(MINIFIED)) return 'minified'
  if (type?.includes('.go:')) return type.replace(GO_PLACE, '$1')
  if (type?.includes('0x')) return type.replace(ACCESSED, '').replace(NAMELESS, '#<Class>')
  return type && withoutPlace(type)
}

/** True if a build chose the name of the type, so that it does not tell one error from another. */
export function hasMinifiedType(exception: JsonObject): boolean {
  return exceptionType(exception)?.startsWith(MINIFIED) ?? false
}
