import { stackFramesOf } from '../../event/frames.ts'
import { exceptionType, exceptionValue } from '../../event/title.ts'
import { isJsonObject, type JsonObject } from '../../json/json.ts'
import { text } from '../../text/plain-text.ts'
import { hasMinifiedType } from './counted-type.ts'
import { isJavascript } from './frame.ts'
import { neutralWords } from './text/browser-words.ts'

/** Exceptions whose stack is that of many errors, so that their text counts as well.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** True if the stack is that of many errors: what is told apart by it needs the text as well. */
export function isToldByText(exception: JsonObject, platform: string): boolean {
  return (
    isGoText(exception, platform) ||
    isRustPanic(exception) ||
    isRustText(exception, platform) ||
    isBridged(exception) ||
    hasMinifiedType(exception) ||
    isEngineStack(exception, platform)
  )
}

/** What an exception says itself, as far as it counts. */
export function ownWords(
  exception: JsonObject,
  cause: JsonObject | undefined,
  platform: string,
): string | undefined {
  if (isGoText(exception, platform)) return goWords(exception, cause)
  const value = exceptionValue(exception)
  if (isBridged(exception)) return value?.split(PRINTED_STACK, 1)[0]
  const words = isRustPanic(exception) ? panicWords(value) : value
  return isEngineStack(exception, platform) ? systemWords(words) : words
}

/** In Node all words are those of one engine. */
export function countedWords(template: string, platform: string): string {
  return platform === 'javascript' ? neutralWords(template) : template
}

/** Of Go's `errors.New`, and of `fmt.Errorf` with `%w` and without; they have no stack, so the SDK sends that of the reporter.
 * Those of pkg/errors have one, and no other name. */
const TEXT = /^\*(?:x?errors\.errorString|errors\.fundamental)$/
/** What another system answered, whatever went wrong there: one type for all of its errors. */
const ANSWERS: ReadonlySet<string> = new Set([
  '*status.Error',
  '*status.statusError',
  '*connect.Error',
  '*twirp.twerr',
  '*googleapi.Error',
  '*pgconn.PgError',
  '*pq.Error',
  '*mysql.MySQLError',
  'sqlite3.Error',
  '*sqlite.Error',
  'mssql.Error',
  'proto.RedisError',
  'mongo.CommandError',
  'mongo.WriteException',
  '*barriers.barrierErr',
])
const WRAPPED = /^\*(?:(?:fmt|xerrors)\.wrapErrors?|errors\.with(?:Message|Stack))$/

function isGoText(exception: JsonObject, platform: string): boolean {
  if (platform !== 'go') return false
  const type = exceptionType(exception)
  return type !== undefined && (TEXT.test(type) || ANSWERS.has(type) || WRAPPED.test(type))
}

/** What an error that is only a text says itself: `pay: EOF` around `EOF` says `pay: `, since the cause counts by itself. */
function goWords(exception: JsonObject, cause: JsonObject | undefined): string | undefined {
  const value = exceptionValue(exception)
  const inner = cause && exceptionValue(cause)
  if (value === undefined || !inner || !WRAPPED.test(exceptionType(exception) ?? '')) return value
  const at = value.lastIndexOf(inner)
  const own = at < 0 ? value : value.slice(0, at) + value.slice(at + inner.length)
  return own === '' ? undefined : own
}

/** All panics of Rust have one type, whatever went wrong; the text says whether it was an index, an `unwrap` or a lock. */
function isRustPanic(exception: JsonObject): boolean {
  const { mechanism } = exception
  return isJsonObject(mechanism) && mechanism.type === 'panic' && exceptionType(exception) === 'panic'
}

/** What `anyhow!` makes of a text; Rust's SDK sends no other name for it, and no mechanism, as for a crash. */
function isRustText(exception: JsonObject, platform: string): boolean {
  return platform === 'native' && exceptionType(exception) === 'Error' && !isJsonObject(exception.mechanism)
}

/** `tracing::error!`: Rust's SDK calls a text that was logged with an error after the macro. */
export function isLoggedByRust({ mechanism }: JsonObject): boolean {
  return isJsonObject(mechanism) && mechanism.type === 'tracing'
}

/** Names a text that was sliced, behind a backtick: `byte index 9 is out of bounds of …`. */
const SLICED = /^(?:(?:start |end )?byte index \d|begin <= end)/

/** Without the compared values, which `assert_eq!` prints on lines of their own, and without the text that was sliced. */
function panicWords(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const end = value.search(SLICED.test(value) ? /[\n`]/ : /\n/)
  return end === -1 ? value : value.slice(0, end)
}

/** React Native raises what JavaScript threw again in Java, with its stack in the text. */
function isBridged(exception: JsonObject): boolean {
  return exceptionType(exception) === 'JavascriptException'
}

/** Types of JavaScript's clients, drivers and protocols for whatever the other side answered; drivers call theirs `error`. */
const JAVASCRIPT_ANSWERS: ReadonlySet<string> = new Set(
  (
    'Error error AxiosError FetchError HTTPError RequestError ResponseError HttpErrorResponse GraphQLError ApolloError ' +
    'ServerError ServerParseError CombinedGraphQLErrors CombinedError ClientError TRPCError TRPCClientError ConnectError ' +
    'RpcError PrismaClientKnownRequestError PrismaClientUnknownRequestError PrismaClientValidationError ' +
    'PrismaClientInitializationError DriverAdapterError DrizzleError DrizzleQueryError QueryFailedError PostgresError ' +
    'DatabaseError SequelizeDatabaseError SqlError SqliteError LibsqlError MongoServerError MongoError ReplyError ErrorReply ' +
    'ValidationError FirebaseError PostgrestError StorageApiError AuthApiError ConvexError KafkaJSProtocolError'
  ).split(' '),
)

/** Types of the other languages and their systems for whatever went wrong. */
const GENERAL_TYPES: ReadonlySet<string> = new Set(
  (
    'Exception RuntimeException IllegalStateException IllegalArgumentException UnsupportedOperationException SecurityException ' +
    'AssertionError RemoteServiceException Error ErrorException LogicException InvalidArgumentException UnexpectedValueException ' +
    'RuntimeError ValueError StandardError ArgumentError StateError FlutterError _Exception _AssertionError ' +
    'NSInvalidArgumentException NSInternalInconsistencyException NSGenericException NSRangeException ' +
    'System.Exception System.ApplicationException System.InvalidOperationException System.ArgumentException System.NotSupportedException'
  ).split(' '),
)

/** An `Error` of JavaScript that has no name of its own, or one that a library gives to all of its errors. */
export function isPlainError(exception: JsonObject): boolean {
  return JAVASCRIPT_ANSWERS.has(exceptionType(exception) ?? '')
}

/** An exception of another language without a name of its own. */
export function isGeneral(exception: JsonObject, platform: string): boolean {
  return !isJavascript(platform) && GENERAL_TYPES.has(exceptionType(exception) ?? '')
}

/** Where a text goes on with the object that it is about; Objective-C writes methods in brackets: `-[NSNull count]`. */
const OBJECT_BEGINS = /[<{\n]|(?<![-+])\[|\((?!\))/

/** What a system or library says of any such fault: the words before the first value. Undefined if it begins with one. */
export function beginningOf(template: string): string | undefined {
  const end = template.search(OBJECT_BEGINS)
  return (end === -1 ? template : template.slice(0, end)).trimEnd() || undefined
}

const PRINTED_STACK = /,? stack:\s/

const ENGINE = /^(?:node|bun|ext|deno):|^internal\/|^(?:native|unknown|:0)$/

/** True if nothing but the runtime is on the stack, as `afterConnect (node:net)`: it called back with an error of the
 * system. Another system error has the same stack, and in which order it calls back may be chance. */
export function isEngineStack(exception: JsonObject, platform: string): boolean {
  if (!isJavascript(platform)) return false
  const frames = stackFramesOf(exception.stacktrace)
  return (
    frames.length > 0 &&
    frames.every(({ abs_path, filename }) => ENGINE.test(text(abs_path) || text(filename)))
  )
}

/** `connect ECONNREFUSED 10.0.0.7:5432`, `queryMx ENOTFOUND shop.example`, `EMFILE: too many open files`: the call and its code. */
const SYSTEM_CALL = /^(?:[A-Za-z_]{1,30} )?E[A-Z][A-Z0-9_]{1,30}\b/

/** What failed and how, without the address, name or path that it failed for: one service calls many hosts. */
function systemWords(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (SYSTEM_CALL.exec(value)?.[0] ?? value)
}
