import { isJsonObject, type JsonObject } from '../json/json.ts'
import { namesFile } from '../retrace/source-file.ts'
import { text } from '../text/plain-text.ts'
import { allImages, framesOf, JVM_PLATFORMS, platformOf, SCRIPT_PLATFORMS, stacksOf } from './event-parts.ts'
import { explainedBundle } from './explain.ts'
import { readImageId } from './file-marks.ts'
import type { Resolution, SourceContext, SourceSearch, UploadTarget } from './symbolication.ts'

const MAX_BUNDLES = 200
const MAX_PLACES = 400

/** The frames of an event that source bundles may have lines of. */
export interface FramesWithoutSource {
  search: SourceSearch
  frames: JsonObject[]
  /** The build says that it made a bundle. */
  expectsBundle: boolean
}

/** What a normalised event, whose names were resolved, lacks; null if it names no build or has the lines already. */
export function framesWithoutSource(payload: JsonObject, platform: string): FramesWithoutSource | null {
  const images = allImages(payload).filter(({ type }) => type !== 'sourcemap' && type !== 'proguard')
  // SDKs of Apple's systems call it `uuid`, that of Rust `id`.
  const ids = images.map(({ debug_id, uuid, id }) => readImageId(debug_id ?? uuid ?? id))
  const bundles = [...new Set(ids.filter((id) => id !== null))].slice(0, MAX_BUNDLES)
  if (bundles.length === 0) return null
  const expectsBundle = images.some(({ type }) => type === 'jvm')
  const found: FramesWithoutSource = { search: { bundles, places: [] }, frames: [], expectsBundle }
  for (const frame of stacksOf(payload).flatMap(framesOf).filter(isJsonObject)) {
    const place = placeOf(frame, platform)
    if (place === null) continue
    found.frames.push(frame)
    found.search.places.push(place)
    if (found.frames.length === MAX_PLACES) break
  }
  return found.frames.length === 0 ? null : found
}

export function applySource(
  { frames, expectsBundle }: FramesWithoutSource,
  resolutions: readonly Resolution<SourceContext>[],
  target: UploadTarget,
): void {
  for (const [at, frame] of frames.entries()) {
    const resolution = resolutions[at]!
    if (resolution.status === 'resolved') {
      const { before, line, after } = resolution.original
      Object.assign(frame, { pre_context: before, context_line: line, post_context: after })
    }
    const isTold = resolution.status === 'resolved' || (expectsBundle && frame.in_app === true)
    if (isTold) frame.symbolication ??= { ...explainedBundle(resolution, target) }
  }
}

function placeOf(frame: JsonObject, eventPlatform: string): SourceSearch['places'][number] | null {
  const { lineno: line, context_line: known } = frame
  if (typeof line !== 'number' || line < 1 || (typeof known === 'string' && known !== '')) return null
  const platform = platformOf(frame, eventPlatform)
  if (SCRIPT_PLATFORMS.has(platform)) return null
  const path = text(frame.abs_path) || text(frame.filename)
  if (!JVM_PLATFORMS.has(platform)) return path === '' ? null : { name: path, line }
  const name = nameOfClassFile(text(frame.module), path)
  return name === '' ? null : { name, line }
}

/**
 * What bundles call the file of a class: its package and its file, with an ending of their own, since Java, Kotlin and
 * others have different ones (`~/com/shop/Cart.jvm`). Without a file it is that of the outermost class.
 */
function nameOfClassFile(className: string, path: string): string {
  const dot = className.lastIndexOf('.') + 1
  const file = path.slice(path.lastIndexOf('/') + 1)
  const isNamed = namesFile(file) && file.includes('.') && !file.includes('$')
  const base = isNamed ? file.slice(0, file.lastIndexOf('.')) : className.slice(dot).split('$', 1)[0]
  return base ? `~/${className.slice(0, dot).replaceAll('.', '/')}${base}.jvm` : ''
}
