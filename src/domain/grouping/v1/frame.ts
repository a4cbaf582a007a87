import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts'
import { text } from '../../text/plain-text.ts'
import { isSourceOfBundle, MINIFIED_CHARS } from '../../title/written-function.ts'
import { isUrl } from '../../web/url-path.ts'
import { groupedFile, isExecutedText, NO_PLACE, withoutBuildHash } from './file-name.ts'
import { groupedFunction } from './function-name.ts'
import { generatedName } from './generated-name.ts'
import { isTick } from './node-stack.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const MAX_CONTEXT_CHARS = 120
const SHORTENED = /^[\w$]{1,3}$/
/** Platforms whose source lines are part of the grouping key. */
export const WITH_CONTEXT: ReadonlySet<string> = new Set(['javascript', 'node', 'python', 'php', 'ruby'])

/** Readable: module (else file name), function, on some platforms the source line; never line and column.
 * Empty if nothing stays the same between occurrences. */
export function frameComponent(frame: JsonObject, eventPlatform: string): string {
  if (isRuntimeCode(frame, eventPlatform)) return ''
  const platform = text(frame.platform) || eventPlatform
  const javascript = isJavascript(platform)
  const path = text(frame.abs_path)
  const written = text(frame.function)
  const isTrusted =
    WITH_CONTEXT.has(platform) && !(platform === 'python' && isExecutedText(text(frame.filename)))
  const isMapped = javascript && isDemangled(frame)
  const grouped = groupedFunction(written, platform)
  const called =
    grouped.length <= MINIFIED_CHARS && platform === 'node' && isSourceOfBundle(frame) ? '' : grouped
  const context = isTrusted ? contextText(frame.context_line, isMapped && called === '') : ''
  const unreliable = context !== '' && isMapped
  const file = groupedFile(path, text(frame.filename))
  const name = unreliable || (javascript && isComponent(frame, written)) ? '' : called
  const place = platform === 'ruby' ? file || text(frame.module) : groupedModule(frame, platform) || file
  const isLineLeftOut =
    isLibraryOfNode(frame, platform) || (name === '' && javascript && !unreliable && isUrl(path))
  if (platform === 'java' && name === 'invoke') return lambdaOfKotlin(place, text(frame.filename))
  return joined(place, name, isLineLeftOut ? '' : context)
}

const LAMBDA_CLASS = /\$([a-z]\w{0,100})$/

/** Before version 2 Kotlin made a class of a lambda, and since then a function: `Cart$pay$1.invoke` is `Cart.pay$lambda$0`. */
function lambdaOfKotlin(place: string, filename: string): string {
  const written = filename.endsWith('.kt') ? LAMBDA_CLASS.exec(place) : null
  return written === null
    ? joined(place, 'invoke', '')
    : joined(place.slice(0, written.index), `${written[1]}$lambda`, '')
}

/** True for JavaScript that the engine made or runs by itself: `eval`, native and anonymous code; and for Android's own calls. */
export function isRuntimeCode(frame: JsonObject, eventPlatform: string): boolean {
  const platform = text(frame.platform) || eventPlatform
  if (platform === 'java') return isLoopOfAndroid(frame)
  if (!isJavascript(platform)) return false
  return text(frame.function) === 'eval' || isPlaceless(frame) || isTick(frame)
}

/** Calls around the loop of the main thread that only some versions of Android make. */
function isLoopOfAndroid({ module, function: name }: JsonObject): boolean {
  if (name === 'loopOnce') return module === 'android.os.Looper'
  return name === 'run' && text(module).endsWith('$MethodAndArgsCaller')
}

/** What Bun calls the file of its own functions, such as `JSON.parse`. */
const NO_FILE: ReadonlySet<string> = new Set(['native', 'unknown', ':0'])

export function isPlaceless({ abs_path: path, filename }: JsonObject): boolean {
  const name = text(filename)
  return NO_PLACE.has(text(path)) || NO_FILE.has(name) || (name.startsWith('index ') && PROMISE.test(name))
}

/** What V8 prints in the place of a file: `async Promise.all (index 0)`. */
const PROMISE = /^index \d{1,9}$/

export function isJavascript(platform: string): boolean {
  return platform === 'javascript' || platform === 'node'
}

/** Its lines differ between versions, and may be lost (`lostLines`). */
function isLibraryOfNode({ in_app: inApp }: JsonObject, platform: string): boolean {
  return platform === 'node' && inApp === false
}

function joined(place: string, name: string, line: string): string {
  const where = name === '' ? place : place === '' ? name : `${place} in ${name}`
  if (line === '') return where
  return where === '' ? `| ${line}` : `${where} | ${line}`
}

/** A function name taken from a source map is that of the nearest token, which may be any. */
export function isDemangled(frame: JsonObject): boolean {
  return isJsonObject(frame.raw) || (isJsonObject(frame.data) && frame.data.sourcemap !== undefined)
}

/** What a minifier called a component, which React places in no file. */
function isComponent({ filename, abs_path: path }: JsonObject, name: string): boolean {
  return filename === '<anonymous>' && !path && SHORTENED.test(name)
}

/** A long line is that of minified code, unless a source map says that it was written. */
function contextText(line: Json | undefined, isWritten: boolean): string {
  if (typeof line !== 'string' || line.length > 1000) return ''
  const trimmed = line.trim()
  const collapsed = /[^\S ]|\s\s/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
  if (collapsed.length <= MAX_CONTEXT_CHARS) return collapsed
  return isWritten ? collapsed.slice(0, MAX_CONTEXT_CHARS) : ''
}

/** Consoles name the module of a frame by the ID of its build. */
const BUILD_ID = /^[0-9A-Fa-f]{32,40}$/

function groupedModule(frame: JsonObject, platform: string): string {
  const name = text(frame.module)
  if (name === '' || BUILD_ID.test(name)) return ''
  if (isJavascript(platform)) return javascriptModule(name, frame)
  return generatedName(name, platform)
}

/** Names that frameworks give to one file of each route: Next.js, SvelteKit, Remix, Nuxt. */
const FILE_OF_ROUTE =
  /^(?:[+_]?(?:page|layout|server|error)(?:\.[a-z]{2,8}){0,3}|route|index|default|loading|template|not-found|handler|\[.{1,60}\]|\$\w{1,60})$/
const CHUNK_NUMBER = /^(?:[\w.-]{1,60}:)?\d{1,9}$/
const MAX_FOLDERS = 3

/** Older SDKs leave it on some modules (`cart.cjs`), and all do on `cart.ts`. */
const EXTENSION = /\.[cm]?[jt]sx?$/

/** Without the number of a chunk; with its folders, where the name is that of many files and the path begins at the app. */
function javascriptModule(module: string, frame: JsonObject): string {
  const name = module.replace(EXTENSION, '')
  const path = text(frame.abs_path) || text(frame.filename)
  if (isPathOfPage(name, text(frame.abs_path)) || CHUNK_NUMBER.test(name)) return ''
  if (!path.startsWith('app:///') || !FILE_OF_ROUTE.test(name)) return withoutBuildHash(name)
  const folders = path.slice(0, 1000).split('/').slice(3, -1)
  return [...folders.slice(-MAX_FOLDERS), name].join('/')
}

/** A module that was derived from the page's address says no more than the address. */
function isPathOfPage(module: string, path: string): boolean {
  if (!isUrl(path) || path.startsWith('file:')) return false
  const end = path.search(/[?#]/)
  const address = (end === -1 ? path : path.slice(0, end)).replace(/\.[a-z]{1,4}$/i, '')
  return address.endsWith(`/${module}`)
}
