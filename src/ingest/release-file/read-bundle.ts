import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { isJsonObject, type Json } from '#domain/json/json.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import { readManifest } from '#symbols/bundle/manifest.ts'
import { entriesOf, inflated, openZip, roomCheck, tooLarge } from '#symbols/bundle/zip-entries.ts'

export interface BundledFile {
  /** As the manifest names it, a URL with `~` for its host. */
  url: string
  debugId: string | null
  headers: Map<string, string>
  bytes: Buffer
}

/** Scripts and source maps one by one, from a zip with a manifest behind eight magic bytes. The inflated
 * size is bounded before the first file; nothing becomes a path. @throws UploadError */
export async function* readBundle(bytes: Buffer): AsyncGenerator<BundledFile, void> {
  const zip = await openZip(bytes)
  try {
    const entries = await entriesOf(zip)
    const { files } = await readManifest(zip, entries, ['minified_source', 'source_map'])
    const named = files.filter(({ url }) => url !== '')
    const requireRoom = roomCheck()
    // Sizes are those of the directory, which no file can inflate past.
    for (const { entry } of named) {
      if (entry.uncompressedSize > UPLOAD_LIMITS.fileBytes) throw tooLarge(entry, UPLOAD_LIMITS.fileBytes)
      requireRoom(entry)
    }
    for (const { entry, url, headers: written } of named) {
      const headers = headersOf(written)
      const debugId = readDebugId(headers.get('debug-id'))
      yield { url, debugId, headers, bytes: await inflated(zip, entry, UPLOAD_LIMITS.fileBytes) }
    }
  } finally {
    zip.close()
  }
}

function headersOf(headers: Json | undefined): Map<string, string> {
  const entries = isJsonObject(headers) ? Object.entries(headers) : []
  return new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  )
}
