import { counted } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { readClassLine } from '#domain/retrace/class-line.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import type { ReleaseUpload } from './read-release-upload.ts'
import { entriesOf, inflated, openZip, roomCheck, shown, UploadError } from './zip-entries.ts'

/** `proguard/<debug id>.txt`, as the tools name them, with or without a slash before it. */
const NAME = /^\/?proguard\/([0-9a-fA-F-]{32,36})\.txt$/
type MappingUpload = ReleaseUpload & { debugId: string }

/** Before its first class a mapping file has only comments. */
const HEAD_BYTES = 256 * 1024

/** @throws UploadError for anything but a mapping file */
export function mappingUpload(name: string, bytes: Buffer): MappingUpload {
  const debugId = mappingId(name)
  if (debugId === null)
    throw new UploadError(
      `${shown(name)} is not a mapping file of ProGuard or R8. Errata takes only those of the debug files.`,
    )
  if (bytes.length > UPLOAD_LIMITS.mappingBytes)
    throw new UploadError(`A mapping file has at most ${counted(UPLOAD_LIMITS.mappingBytes, 'byte')}.`)
  const head = bytes.toString('utf8', 0, HEAD_BYTES).split('\n')
  if (!head.some((line) => readClassLine(line) !== null))
    throw new UploadError(
      `${shown(name)} is not a mapping file: it names no class ("com.shop.Cart -> a.b:").`,
    )
  return { name: mappingName(debugId), dist: '', bytes, debugId, sourceMap: null }
}

/** The mapping files of a zip, one by one. @throws UploadError if there is something else in it */
export async function* readMappings(bytes: Buffer): AsyncGenerator<MappingUpload, void> {
  const zip = await openZip(bytes)
  try {
    const entries = [...(await entriesOf(zip)).values()]
    const requireRoom = roomCheck()
    for (const entry of entries) requireRoom(entry)
    for (const entry of entries)
      yield mappingUpload(entry.fileName, await inflated(zip, entry, UPLOAD_LIMITS.mappingBytes))
  } finally {
    zip.close()
  }
}

/** The debug id in such a name; null for another name. */
export function mappingId(name: string): string | null {
  return readDebugId(NAME.exec(name)?.[1])
}

export function mappingName(debugId: string): string {
  return `proguard/${debugId}.txt`
}
