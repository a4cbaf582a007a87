import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { counted, grouped } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { hasMoreValuesThan, isNestedTooDeep } from '#domain/json/depth.ts'
import { isJsonObject, type Json, type JsonObject, jsonObjectOf } from '#domain/json/json.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

/** A bundle that cannot be used; the message says why. */
export class BundleError extends Error {}

export interface BundledFile {
  /** As the manifest names it, a URL with `~` for its host. */
  url: string
  debugId: string | null
  headers: Map<string, string>
  bytes: Buffer
}

const MANIFEST = 'manifest.json'
const MAX_ENTRIES = 5_000
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
/** Four times what as many files have. */
const MAX_MANIFEST_VALUES = 100_000
const SHOWN_NAME_CHARS = 200
const MAX_TOTAL_BYTES = 256 * 1024 * 1024
const TYPES = new Set<unknown>(['minified_source', 'source_map'])

type ManifestFile = Omit<BundledFile, 'bytes'> & { entry: Entry }

/** Scripts and source maps one by one, from a zip with a manifest behind eight magic bytes. The inflated
 * size is bounded before the first file; nothing becomes a path. @throws BundleError */
export async function* readBundle(bytes: Buffer): AsyncGenerator<BundledFile, void> {
  const zip = await open(bytes)
  try {
    const entries = await entriesOf(zip)
    const manifest = entries.get(MANIFEST)
    if (!manifest) throw new BundleError(`The bundle has no ${MANIFEST}.`)
    const files = manifestFiles(await inflated(zip, manifest, MAX_MANIFEST_BYTES), entries)
    for (const { entry, ...file } of files)
      yield { ...file, bytes: await inflated(zip, entry, UPLOAD_LIMITS.fileBytes) }
  } finally {
    zip.close()
  }
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true })
  } catch (cause) {
    throw new BundleError(`The bundle is not a zip file: ${(cause as Error).message}.`, { cause })
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new BundleError(`The bundle has more than ${MAX_ENTRIES} files.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry)
      if (entries.size > MAX_ENTRIES) break
    }
  } catch (cause) {
    throw new BundleError(`The bundle is damaged: ${(cause as Error).message}.`, { cause })
  }
  return entries
}

async function inflated(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw tooLarge(entry, maxBytes)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += (piece as Buffer).length
      if (size > maxBytes) throw tooLarge(entry, maxBytes)
      pieces.push(piece as Buffer)
    }
  } catch (cause) {
    if (cause instanceof BundleError) throw cause
    throw new BundleError(`${shown(entry.fileName)} in the bundle is damaged: ${(cause as Error).message}.`, {
      cause,
    })
  }
  return Buffer.concat(pieces)
}

/** The bundle's maker chose the name and its length. */
function shown(name: string): string {
  return cutLine(inertLine(name), SHOWN_NAME_CHARS)
}

function tooLarge({ fileName }: Entry, maxBytes: number): BundleError {
  return new BundleError(
    `${shown(fileName)} in the bundle is too large: it can have at most ${counted(maxBytes, 'byte')}.`,
  )
}

/** The files that the manifest names. Their sizes are those of the directory, which no file can inflate past. */
function manifestFiles(bytes: Buffer, entries: ReadonlyMap<string, Entry>): ManifestFile[] {
  const manifest = parsed(bytes)
  const named = isJsonObject(manifest?.files) ? manifest.files : null
  if (named === null) throw new BundleError(`The ${MANIFEST} of the bundle lists no files.`)
  let room = MAX_TOTAL_BYTES
  return Object.entries(named).flatMap(([path, file]) => {
    if (!isJsonObject(file) || !TYPES.has(file.type) || typeof file.url !== 'string') return []
    const entry = entries.get(path)
    if (!entry) throw new BundleError(`The bundle lacks the file ${shown(path)} that its manifest lists.`)
    if (entry.uncompressedSize > UPLOAD_LIMITS.fileBytes) throw tooLarge(entry, UPLOAD_LIMITS.fileBytes)
    room -= entry.uncompressedSize
    if (room < 0)
      throw new BundleError(
        `The files of the bundle are larger than ${counted(MAX_TOTAL_BYTES, 'byte')} in total.`,
      )
    const headers = headersOf(file.headers)
    return [{ entry, url: file.url, debugId: readDebugId(headers.get('debug-id')), headers }]
  })
}

/** Parsing happens in the thread that serves everyone. */
function parsed(bytes: Buffer): JsonObject | null {
  if (isNestedTooDeep(bytes)) return null
  if (hasMoreValuesThan(MAX_MANIFEST_VALUES, bytes))
    throw new BundleError(
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
