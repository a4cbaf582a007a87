import type { JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** What wrappers say of any error, however their library or runtime is used. */
const SAYS_NOTHING =
  /^(?:fetch failed|terminated|connection error|network error|request failed|request processing failed|handler dispatch failed|all promises were rejected|(?:unhandled errors in a taskgroup|exceptions from trio nursery|multiple (?:errors|exceptions)(?: occurred)?)(?: \(\d{1,6} (?:sub-)?exceptions?\))?|\(\d{1,6} sub-exceptions?\)|one or more errors occurred(?:\. \([^\n]{1,400}\))?|exception has been thrown by the target of an invocation|the type initializer for '[^'\n]{1,200}' threw an exception|an error occurred while sending the request|(?:could not commit|could not roll back) (?:jpa|jdbc|hibernate) transaction|error while committing the transaction|job (?:execution )?threw an unhandled exception|task failed with exception|.{0,200}\bsee (?:the )?inner exception for details)[.:]?$/i

/** Types that only carry other errors, and often have no text. */
const CARRIES =
  /(?:^|[.\\:])(?:(?:InvocationTarget|ExceptionInInitializer|UndeclaredThrowable|Execution|Completion|Aggregate|TargetInvocation|TypeInitialization)(?:Exception|Error)?|(?:Base)?ExceptionGroup|MultiError)$/
const GENERIC = /^(?:Error|Exception)$/
const MAX_CAUSES = 8

/** What caused the last of `exceptions` (oldest first), if it says nothing itself, as `connect ECONNREFUSED 10.0.0.7:5432`
 * of `fetch failed`: undefined if it does, or if no cause says more. */
export function namedCause(exceptions: readonly JsonObject[]): string | undefined {
  const cause = tellingCause(exceptions)
  if (cause === undefined) return undefined
  const [type, value] = [plainText(cause.type), plainText(cause.value)]
  return type === undefined || value === undefined || GENERIC.test(type) ? value : `${type}: ${value}`
}

/** The nearest cause that says something, if the last exception does not. */
function tellingCause(exceptions: readonly JsonObject[]): JsonObject | undefined {
  if (exceptions.length < 2 || !isEmptyWrapper(exceptions.at(-1)!)) return undefined
  const causes = exceptions.slice(-1 - MAX_CAUSES, -1)
  return causes.findLast((candidate) => !isEmptyWrapper(candidate) && candidate.value)
}

/** The cause in whose place an error began: the nearest that says something, or the one that Java's wrapper prints, as
 * `com.shop.Declined: card 17`. */
export function originOf(exceptions: readonly JsonObject[]): JsonObject | undefined {
  const [cause, last] = [exceptions.at(-2), exceptions.at(-1)]
  if (cause === undefined || last === undefined) return undefined
  const [module, type, value] = [plainText(cause.module), plainText(cause.type), plainText(cause.value)]
  const isPrinted = module !== undefined && plainText(last.value) === `${module}.${type}: ${value}`
  return isPrinted ? cause : tellingCause(exceptions)
}

/** `RetryError[<Future at 0x7f9e state=finished raised KeyError>]`: an object in memory. */
const ONLY_OBJECT = /^(?:\w{1,60}\[)?<(?:Future|Task)\b[^\n]{1,400}>\]?$/

function isEmptyWrapper({ type, value }: JsonObject): boolean {
  const said = plainText(value)
  if (said === undefined) return CARRIES.test(plainText(type) ?? '')
  return said !== withoutQuery(said) || (said.length < 500 && (SAYS_NOTHING.test(said) || isOnlyObject(said)))
}

const FAILED_QUERY = 'Failed query'

/** A mapper's wrapper without the statement, which may be longer than a title. */
export function withoutQuery(said: string): string {
  return said.startsWith(`${FAILED_QUERY}: `) ? FAILED_QUERY : said
}

export function isOnlyObject(said: string): boolean {
  return said.length < 500 && ONLY_OBJECT.test(said)
}

/** The exception that gives the title: the last, unless it only repeats what the one before it says, under no name of its
 * own, as frameworks wrap what a handler threw. */
export function titledException(exceptions: readonly JsonObject[]): JsonObject | undefined {
  const [cause, last] = [exceptions.at(-2), exceptions.at(-1)]
  if (cause === undefined || last === undefined || !GENERIC.test(plainText(last.type) ?? '')) return last
  const said = plainText(last.value)
  return said !== undefined && plainText(cause.type) !== undefined && plainText(cause.value) === said
    ? cause
    : last
}
