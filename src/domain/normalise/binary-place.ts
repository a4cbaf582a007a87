import { stackFramesOf } from '../event/frames.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { text } from '../text/plain-text.ts'
import { exceptionList, valueList } from '../text/value-list.ts'

/** Code without symbols, by where it lies in its binary: the same in each run of a build, wherever that is loaded.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const NATIVE: ReadonlySet<string> = new Set(['native', 'cocoa', 'objc', 'c', 'rust', 'swift'])
/** Names that unwinders give to what has none; the header is what a stripped binary for macOS begins with. */
const NO_SYMBOL = /^(?:\?|<(?:redacted|unknown|anonymous)>|_{1,2}mh_execute_header|0x[0-9a-f]{1,16})$/i
const MAX_IMAGES = 2000
const MAX_NAME_CHARS = 200
const MAX_LOCATED = 1000
const MAX_PATH_CHARS = 300

export function isNative(platform: string): boolean {
  return NATIVE.has(platform)
}

export function isNoSymbol(name: string): boolean {
  return name === '' || NO_SYMBOL.test(name)
}

const INLINED = /^at (\S.{0,500}):\d{1,9}:\d{1,9}$/

/** The file of a call that a compiler inlined, if Rust's SDK took its place for its name: `at /rustc/5980…/panic.rs:359:14`. */
export function inlinedPlace(name: string): string | undefined {
  return name.startsWith('at ') ? INLINED.exec(name)?.[1] : undefined
}

interface BinaryImage {
  start: number
  end: number
  image: JsonObject
}

export type FindImage = (address: number) => BinaryImage | undefined

/** `Shop +0x8b21c`; empty for a frame that has a name, or whose binary is not known. */
export function placeInBinary(frame: JsonObject, eventPlatform: string, find?: FindImage): string {
  if (!isNameless(frame, eventPlatform)) return ''
  const address = addressOf(frame.instruction_addr)
  if (address === undefined) return ''
  if (text(frame.addr_mode).startsWith('rel:')) return placeText(frame.package || frame.filename, address)
  const base = addressOf(frame.image_addr)
  if (base) return placeText(frame.package, address - base)
  const found = find?.(address)
  return found === undefined
    ? ''
    : placeText(text(frame.package) || found.image.code_file, address - found.start)
}

/** Tells frames without a name the binary that they lie in, as far as the event lists its binaries. So many frames and such
 * paths at most that an event stays about as large as it was sent. */
export function locateFrames(event: JsonObject, platform: string): void {
  const find = imageFinder(event)
  if (find === undefined) return
  let left = MAX_LOCATED
  for (const holder of [...exceptionList(event.exception).toReversed(), event, ...valueList(event.threads)]) {
    for (const frame of stackFramesOf(holder.stacktrace)) {
      if (left === 0) return
      if (isLocated(frame) || !isNameless(frame, platform)) continue
      left--
      locate(frame, find(addressOf(frame.instruction_addr) ?? -1)?.image)
    }
  }
}

function locate(frame: JsonObject, image: JsonObject | undefined): void {
  if (image === undefined) return
  frame.image_addr = image.image_addr!
  const path = text(image.code_file)
  if (!frame.package && path !== '' && path.length <= MAX_PATH_CHARS) frame.package = path
}

/** The list is put in order when an address is first looked up. Undefined if no binary says where it was loaded. */
export function imageFinder({ debug_meta: meta }: JsonObject): FindImage | undefined {
  const images = isJsonObject(meta) ? meta.images : undefined
  if (!Array.isArray(images) || !images.some(isLoaded)) return undefined
  let ordered: BinaryImage[] | undefined
  return (address) => {
    ordered ??= loadedImages(images)
    return imageAt(ordered, address)
  }
}

function isLoaded(image: Json): boolean {
  return isJsonObject(image) && image.image_addr !== undefined
}

function loadedImages(images: Json[]): BinaryImage[] {
  const loaded: BinaryImage[] = []
  for (const image of images.slice(0, MAX_IMAGES)) {
    if (!isJsonObject(image)) continue
    const start = addressOf(image.image_addr)
    if (!start) continue
    const size = addressOf(image.image_size)
    loaded.push({ start, end: size ? start + size : Number.POSITIVE_INFINITY, image })
  }
  return loaded.sort((left, right) => left.start - right.start)
}

function imageAt(ordered: BinaryImage[], address: number): BinaryImage | undefined {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ordered[middle]!.start <= address) low = middle + 1
    else high = middle
  }
  const image = ordered[low - 1]
  return image !== undefined && address < image.end ? image : undefined
}

function isLocated(frame: JsonObject): boolean {
  return Boolean(addressOf(frame.image_addr)) || text(frame.addr_mode).startsWith('rel:')
}

function isNameless(frame: JsonObject, eventPlatform: string): boolean {
  if (frame.instruction_addr === undefined || !isNoSymbol(text(frame.function).trim())) return false
  return isNative(text(frame.platform) || eventPlatform) && !frame.lineno && !frame.module
}

function placeText(binary: Json | undefined, offset: number): string {
  if (!Number.isSafeInteger(offset) || offset < 0) return ''
  const path = text(binary).slice(-MAX_NAME_CHARS)
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), path.lastIndexOf('!')) + 1)
  return `${name} +0x${offset.toString(16)}`.trimStart()
}

/** SDKs write addresses and sizes as hexadecimal or decimal text, or as numbers. */
function addressOf(value: Json | undefined): number | undefined {
  const number =
    typeof value === 'string' && /^(?:0x[0-9a-f]{1,16}|\d{1,19})$/i.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 0 ? number : undefined
}
