import type { Entry } from 'yauzl'
import { grouped } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { hasMoreValuesThan, isNestedTooDeep } from '#domain/json/depth.ts'
import { isJsonObject, type Json, type JsonObject, jsonObjectOf } from '#domain/json/json.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import { entriesOf, inflated, openZip, roomCheck, shown, tooLarge, UploadError } from './zip-entries.ts'

export interface BundledFile {
  /** As the manifest names it, a URL with `~` for its host. */
  url: string
  debugId: string | null
  headers: Map<string, string>
  bytes: Buffer
}

const MANIFEST = 'manifest.json'
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
/** Four times what as many files have. */
const MAX_MANIFEST_VALUES = 100_000
const TYPES = new Set<unknown>(['minified_source', 'source_map'])

type ManifestFile = Omit<BundledFile, 'bytes'> & { entry: Entry }

/** Scripts and source maps one by one, from a zip with a manifest behind eight magic bytes. The inflated
 * size is bounded before the first file; nothing becomes a path. @throws UploadError */
export async function* readBundle(bytes: Buffer): AsyncGenerator<BundledFile, void> {
  const zip = await openZip(bytes)
  try {
    const entries = await entriesOf(zip)
    const manifest = entries.get(MANIFEST)
    if (!manifest) throw new UploadError(`The bundle has no ${MANIFEST}.`)
    const files = manifestFiles(await inflated(zip, manifest, MAX_MANIFEST_BYTES), entries)
    for (const { entry, ...file } of files)
      yield { ...file, bytes: await inflated(zip, entry, UPLOAD_LIMITS.fileBytes) }
  } finally {
    zip.close()
  }
}

/** The files that the manifest names. Their sizes are those of the directory, which no file can inflate past. */
function manifestFiles(bytes: Buffer, entries: ReadonlyMap<string, Entry>): ManifestFile[] {
  const manifest = parsed(bytes)
  const named = isJsonObject(manifest?.files) ? manifest.files : null
  if (named === null) throw new UploadError(`The ${MANIFEST} of the bundle lists no files.`)
  const requireRoom = roomCheck()
  return Object.entries(named).flatMap(([path, file]) => {
    if (!isJsonObject(file) || !TYPES.has(file.type) || typeof file.url !== 'string') return []
    const entry = entries.get(path)
    if (!entry) throw new UploadError(`The bundle lacks the file ${shown(path)} that its manifest lists.`)
    if (entry.uncompressedSize > UPLOAD_LIMITS.fileBytes) throw tooLarge(entry, UPLOAD_LIMITS.fileBytes)
    requireRoom(entry)
    const headers = headersOf(file.headers)
    return [{ entry, url: file.url, debugId: readDebugId(headers.get('debug-id')), headers }]
  })
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

function headersOf(headers: Json | undefined): Map<string, string> {
  const entries = isJsonObject(headers) ? Object.entries(headers) : []
  return new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  )
}
