import type { Entry, ZipFile } from 'yauzl'
import { grouped } from '#contract/counted.ts'
import { hasMoreValuesThan, isNestedTooDeep } from '#domain/json/depth.ts'
import { isJsonObject, type Json, type JsonObject, jsonObjectOf } from '#domain/json/json.ts'
import { readImageId } from '#domain/symbols/file-marks.ts'
import { text } from '#domain/text/plain-text.ts'
import { inflated, shown, UploadError } from './zip-entries.ts'

/** A file as the manifest lists it. */
export interface ListedFile {
  entry: Entry
  /** Empty: none. */
  url: string
  /** On the machine of the build; empty: none. */
  path: string
  headers: Json | undefined
}

export interface Manifest {
  /** Null: the manifest has none. */
  debugId: string | null
  files: ListedFile[]
}

const MANIFEST = 'manifest.json'
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
/** Four times what as many files have. */
const MAX_MANIFEST_VALUES = 100_000

export type FileType = 'source' | 'minified_source' | 'source_map'

/** What a bundle says of its files of these types. @throws UploadError */
export async function readManifest(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  types: readonly FileType[],
): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry) throw new UploadError(`The bundle has no ${MANIFEST}.`)
  const manifest = parsed(await inflated(zip, entry, MAX_MANIFEST_BYTES))
  if (!isJsonObject(manifest?.files)) throw new UploadError(`The ${MANIFEST} of the bundle lists no files.`)
  const files = Object.entries(manifest.files).flatMap(([name, file]) =>
    isJsonObject(file) && types.some((type) => type === file.type) ? [listed(file, name, entries)] : [],
  )
  return { debugId: readImageId(manifest.debug_id), files }
}

function listed(file: JsonObject, name: string, entries: ReadonlyMap<string, Entry>): ListedFile {
  const entry = entries.get(name)
  if (!entry) throw new UploadError(`The bundle lacks the file ${shown(name)} that its manifest lists.`)
  return { entry, url: text(file.url), path: text(file.path), headers: file.headers }
}

/** Parsing happens in the thread that serves everyone. */
function parsed(bytes: Buffer): JsonObject | null {
  if (isNestedTooDeep(bytes)) return null
  if (hasMoreValuesThan(MAX_MANIFEST_VALUES, bytes))
    throw new UploadError(
      `The ${MANIFEST} of the bundle has more than ${grouped(MAX_MANIFEST_VALUES)} values.`,
    )
  return jsonObjectOf(bytes.toString('utf8')) ?? null
}
