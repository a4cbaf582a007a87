import { LIMITS } from '#contract/limits.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { inlinedPlace, placeInBinary } from '../normalise/binary-place.ts'
import { isLibraryFrame } from '../normalise/library-code.ts'
import { namesFile } from '../retrace/source-file.ts'
import { text } from '../text/plain-text.ts'
import { originOf } from '../title/cause.ts'
import { UNKNOWN_FUNCTION, writtenFunction } from '../title/written-function.ts'
import { cutText } from './bounds.ts'
import { eventFrames, stackFramesOf } from './frames.ts'

/** `function (file)` of the innermost application frame with a telling name, perhaps of a cause, `transaction (file)` of one
 * without a name, else the transaction, any frame, or what the client named. Empty when unknown; at most 250 characters. */
export function readCulprit(event: JsonObject, exceptions: JsonObject[]): string {
  const frames = eventFrames(event, exceptions)
  const own =
    writtenCall(stackFramesOf(originOf(exceptions)?.stacktrace)) ??
    writtenCall(frames) ??
    causeCall(exceptions)
  const frame =
    own ?? (isSdkStack(event, exceptions) ? undefined : unmarkedCulprit(frames, text(event.platform)))
  const transaction = text(event.transaction)
  const named = frame === undefined ? '' : frameName(frame, { platform: text(event.platform), transaction })
  const culprit = own !== undefined && isTelling(own) ? named || transaction : transaction || named
  return cutText(culprit || text(event.culprit), LIMITS.titleChars)
}

/** The innermost frame of the application. Ruby and PHP place their built-in methods where they are called: of `fetch`, `map` and
 * `pay` in one line, `pay` is what was written there. */
function writtenCall(frames: JsonObject[]): JsonObject | undefined {
  let at = frames.findLastIndex(
    ({ in_app: inApp, function: name }) => inApp === true && inlinedPlace(text(name)) === undefined,
  )
  while (
    at > 0 &&
    (isBuiltInCall(frames[at]!, frames[at - 1]!) || isComprehension(frames[at]!, frames[at - 1]!))
  )
    at -= 1
  return frames[at]
}

/** Executors and futures wrap what the application threw; nothing of it is on the stack of the wrapper. */
function causeCall(exceptions: JsonObject[]): JsonObject | undefined {
  if (stackFramesOf(exceptions.at(-1)?.stacktrace).length === 0) return undefined
  for (let at = exceptions.length - 2; at >= 0; at--) {
    const call = writtenCall(stackFramesOf(exceptions[at]!.stacktrace))
    if (call !== undefined) return call
  }
  return undefined
}

const WRITTEN_BLOCK = /^(?:block|rescue|ensure) |\{closure/

function isBuiltInCall(called: JsonObject, caller: JsonObject): boolean {
  const path = text(called.abs_path) || text(called.filename)
  if (!/\.(?:rb|php)$/.test(path) || caller.in_app !== true || typeof called.lineno !== 'number') return false
  const isSamePlace =
    path === (text(caller.abs_path) || text(caller.filename)) && called.lineno === caller.lineno
  return isSamePlace && !WRITTEN_BLOCK.test(text(called.function))
}

/** A call until version 3.11 of Python, and since then part of the function that it is written in. */
function isComprehension(called: JsonObject, caller: JsonObject): boolean {
  return /^<(?:list|dict|set)comp>$/.test(text(called.function)) && called.filename === caller.filename
}

/** Of a value that JavaScript threw and that is no `Error` the SDK sends the stack of its own handler. */
function isSdkStack({ platform }: JsonObject, exceptions: JsonObject[]): boolean {
  if (platform !== 'javascript' && platform !== 'node') return false
  const mechanism = exceptions.at(-1)?.mechanism
  return isJsonObject(mechanism) && mechanism.synthetic === true
}

/** Some clients mark no frame as the application's. Loggers and runtimes are not to blame either. */
function unmarkedCulprit(frames: JsonObject[], platform: string): JsonObject | undefined {
  const candidates = frames.filter((frame) => !RAISES.test(text(frame.function)))
  return (
    candidates.findLast((frame) => !isLibraryFrame(frame, platform)) ?? candidates.at(-1) ?? frames.at(-1)
  )
}

/** What systems and runtimes end a program or throw with: it is innermost in any such crash. */
const RAISES =
  /^(?:_{0,2}(?:pthread_)?kill|__kernel_rt_sigreturn|_{0,2}abort|abort_message|raise|gsignal|tgkill|demangling_terminate_handler\(\)|_objc_terminate\(\)|std::(?:__)?terminate.{0,40}|_{0,2}cxa_(?:re)?throw|_CxxThrowException|objc_exception_throw|__exceptionPreprocess|_CFThrowFormattedException|[-+]\[NSException raise.{0,40}|RaiseException|RtlRaiseException|KiUserExceptionDispatcher|__assert_(?:rtn|fail))$/

const MANGLED = /^[\w$?]{0,3}$/

/** False for a frame of minified code, or without symbols: neither its function nor its file tells where it is. */
function isTelling(frame: JsonObject): boolean {
  const name = text(frame.function)
  return (
    !(MANGLED.test(name) || UNKNOWN_FUNCTION.test(name)) ||
    text(frame.module) !== '' ||
    text(frame.context_line) !== '' ||
    !(isBuiltFile(frame) || (UNKNOWN_FUNCTION.test(name) && text(frame.filename) === ''))
  )
}

function isBuiltFile(frame: JsonObject): boolean {
  return /\.m?js$/.test(text(frame.filename)) && frame.raw === undefined
}

interface Named {
  platform: string
  transaction: string
}

function frameName(frame: JsonObject, { platform, transaction }: Named): string {
  const place = placeInBinary(frame, platform)
  if (place !== '') return place
  const name = writtenFunction(frame, platform) || transaction
  const named = text(frame.filename)
  const path = namesFile(named) && !NO_FILE.test(named) ? named : ''
  const said = isMachinePath(path, frame) ? qualified(frame.module) || baseName(path) : path
  const file = said || qualified(frame.module) || classOf(frame.module) || baseName(text(frame.package))
  if (name === '' || file === '') return name || file
  return `${name} (${file})`
}

/** Code that a page made itself, as `blob:https://shop.example/7c9e6679-…`, and what stands for a file that compilers left out. */
const NO_FILE = /^(?:(?:blob|data):|(?:Unknown|NO_SOURCE_FILE|<generated>|<[0-9a-f]{32}>)$)/

/** The whole path of a file where the program was built, which says more about that machine than about the
 * program. Without `abs_path` it may also begin at the project (`/src/pay.php`). */
function isMachinePath(path: string, frame: JsonObject): boolean {
  const whole = text(frame.abs_path)
  return (
    WINDOWS_PATH.test(path) ||
    (path.startsWith('/') &&
      ((whole === '' && MACHINE_FOLDER.test(path)) || whole === path || whole === `file://${path}`))
  )
}

const MACHINE_FOLDER =
  /^\/(?:home|Users|root|private|var|opt|usr|tmp|builds?|mnt|srv|workspace|data|Volumes|nix|runner|Applications)\//
const WINDOWS_PATH = /^[A-Za-z]:[\\/]|^\\\\/

/** Without the state machine or lambda that a compiler put into it, and without the types that a generic class is of: `Player` of
 * `Player+<Load>d__12`, `Shop.Repo` of ``Shop.Repo`1[[Shop.Order, Shop, Version=1.0.0.0]]``. */
function classOf(module: Json | undefined): string {
  return text(module).replace(/[+.]<.{0,200}$|`\d{1,2}\[\[.{0,1000}$/, '')
}

/** A class or package by its full name; `main` alone says less than the file. */
function qualified(module: Json | undefined): string {
  const name = classOf(module)
  return /[./\\:]/.test(name) ? name : ''
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
