import { LIMITS } from '#contract/limits.ts'
import { cspSummary } from '../envelope/csp-report.ts'
import { hostReportSummary } from '../envelope/host-report.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { saidInLog } from '../log/line.ts'
import { withoutPlace } from '../normalise/anonymous-class.ts'
import { anyText, plainText } from '../text/plain-text.ts'
import { isOnlyObject, namedCause, titledException, withoutQuery } from '../title/cause.ts'
import { firstLine } from '../title/first-line.ts'
import { isNativeCrash } from '../title/native-crash.ts'
import { withoutStatement } from '../title/statement.ts'
import { thrownCode } from '../title/thrown-object.ts'
import { uncaughtError } from '../title/uncaught.ts'
import { eventFrames, stackFramesOf } from './frames.ts'
import { readMessage } from './message.ts'

const NO_MESSAGE = '<no message>'
/** Names that SDKs use for unknown functions. */
const NO_NAME = /^(?:\?|<(?:redacted|unknown|anonymous)>)$/

/** `Type: value` of the last (outermost) exception, and its cause if it says nothing itself; else the message, security
 * report, function, or `<no message>`; first line, at most 250 characters. `exceptions` run oldest first. */
export function readTitle(event: JsonObject, exceptions: JsonObject[]): string {
  const exception = titledException(exceptions)
  const cause = namedCause(exceptions) ?? thrownCode(event, exception)
  const isNative = event.platform === 'native'
  const fromException = exception === undefined ? undefined : exceptionTitle(exception, { cause, isNative })
  return (
    fromException ??
    messageTitle(event) ??
    cspSummary(event) ??
    hostReportSummary(event) ??
    firstLine(plainText(event.title)) ??
    firstLine(crashFunction(eventFrames(event, exceptions))) ??
    (isNativeCrash(event) ? 'Native crash' : NO_MESSAGE)
  )
}

function messageTitle(event: JsonObject): string | undefined {
  const said = readMessage(event)?.formatted
  return said === undefined ? undefined : firstLine(saidInLog(said))
}

/** Type of an exception; the name of a JavaScript error that was sent as it is. */
export function exceptionType(exception: JsonObject): string | undefined {
  const type = sentType(exception)
  return uncaughtError(type, exception.value)?.type ?? type
}

function sentType({ type, name }: JsonObject): string | undefined {
  return plainText(type) ?? plainText(name)
}

/** Value of an exception as text, as JSON if it is not text; the message of a JavaScript error that was sent as it is. */
export function exceptionValue(exception: JsonObject): string | undefined {
  const said = isEmptyComposite(exception.value) ? undefined : anyText(exception.value)
  return uncaughtError(sentType(exception), said)?.value ?? said ?? anyText(exception.message)
}

/** `{}` and `[]`, which say nothing: an error object that was serialised without its message. */
function isEmptyComposite(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function exceptionTitle(
  exception: JsonObject,
  { cause, isNative }: { cause: string | undefined; isNative: boolean },
): string | undefined {
  const written = exceptionType(exception)
  const type = written && withoutPlace(written)
  const said = exceptionValue(exception)
  const value = withCause(said && withoutStatement(withoutSdkKeys(said)), cause)
  if (type === undefined && value === undefined) {
    const named = mechanismName(exception.mechanism) ?? crashFunction(stackFramesOf(exception.stacktrace))
    return firstLine(named)
  }
  if (type === undefined || value === undefined) return firstLine(type ?? value)
  if (saysType(value, type) || (isNative && isMadeUpByRust(type, value)))
    return firstLine(value.slice(0, 4 * LIMITS.titleChars))
  return firstLine(`${type}: ${value.slice(0, 4 * LIMITS.titleChars)}`)
}

/** What JavaScript's SDK hangs on a thrown object before it lists its keys. */
const SDK_KEY = /\b__SENTRY_[A-Z_]{1,60}__, /g

function withoutSdkKeys(said: string): string {
  return said.includes('__SENTRY_') ? said.replace(SDK_KEY, '') : said
}

/** `PlatformException(sign_in_failed, …)`, `Not_found`: some languages begin the text with the type. */
function saysType(value: string, type: string): boolean {
  if (!value.startsWith(type)) return false
  return value.length === type.length || /^ ?[:([]/.test(value.slice(type.length, type.length + 2))
}

/** Rust's SDK sends the macro that logged (`tracing::error!`) as the type, or the first word of a text without a type. */
function isMadeUpByRust(type: string, value: string): boolean {
  return type.endsWith('!') || value.startsWith(`${type} `)
}

/** What .NET appends of each cause: `One or more errors occurred. (bad price)`. */
const WITH_CAUSES = /(?<=errors occurred\.) \([^\n]{1,400}\)$/

function withCause(value: string | undefined, cause: string | undefined): string | undefined {
  if (value === undefined || cause === undefined) return value ?? cause
  if (isOnlyObject(value)) return cause
  return `${withoutQuery(value).replace(WITH_CAUSES, '').replace(/[.:]$/, '')}: ${cause}`
}

/** How Apple's systems name an error that is returned, not thrown: `NSURLErrorDomain`, `-1009`. */
export function readNsError(
  mechanism: Json | undefined,
): { domain: string | undefined; code: string | undefined } | undefined {
  const meta = isJsonObject(mechanism) ? mechanism.meta : undefined
  const error = isJsonObject(meta) ? meta.ns_error : undefined
  return isJsonObject(error) ? { domain: plainText(error.domain), code: plainText(error.code) } : undefined
}

/** The operating system's description of a crash without an exception: an NSError, Mach exception or signal. */
function mechanismName(mechanism: Json | undefined): string | undefined {
  const { domain, code } = readNsError(mechanism) ?? {}
  if (domain !== undefined && !NO_NAME.test(domain)) return `${domain}: code ${code ?? '?'}`
  const meta = isJsonObject(mechanism) ? mechanism.meta : undefined
  if (!isJsonObject(meta)) return undefined
  for (const said of [meta.mach_exception, meta.signal, meta.errno]) {
    const name = isJsonObject(said) ? plainText(said.name) : undefined
    if (name !== undefined) return name
  }
  return undefined
}

function crashFunction(frames: JsonObject[]): string | undefined {
  const names = frames.map((frame) => plainText(frame.function))
  return names.findLast((name) => name !== undefined && !NO_NAME.test(name))
}
