import { counted } from '#contract/counted.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { readClassLine } from '#domain/retrace/class-line.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import { MAPPING_PREFIX, SOURCE_BUNDLE_PREFIX } from '#domain/symbols/file-names.ts'
import { readManifest } from '#symbols/bundle/manifest.ts'
import { MAX_BUNDLE_FILES } from '#symbols/bundle/source-bundle.ts'
import { entriesOf, inflated, openZip, roomCheck, shown, UploadError } from '#symbols/bundle/zip-entries.ts'
import type { ReleaseUpload } from './read-release-upload.ts'

/** A mapping file or a source bundle: it belongs to a build, and events name it by its debug ID. */
export interface DebugFile extends ReleaseUpload {
  kind: 'proguard' | 'sourcebundle'
  debugId: string
}

/** `proguard/<debug id>.txt`, as the tools name mapping files, with or without a slash before it. */
const MAPPING_NAME = /^\/?proguard\/([0-9a-fA-F-]{32,36})\.txt$/
/** Before its first class a mapping file has only comments. */
const HEAD_BYTES = 256 * 1024
const BUNDLE_MAGIC = 'SYSB'

/** @throws UploadError for anything else */
export async function readDebugFile(name: string, bytes: Buffer): Promise<DebugFile> {
  if (bytes.length > UPLOAD_LIMITS.debugFileBytes)
    throw new UploadError(
      `A mapping file or source bundle has at most ${counted(UPLOAD_LIMITS.debugFileBytes, 'byte')}.`,
    )
  const debugId = readDebugId(MAPPING_NAME.exec(name)?.[1])
  if (debugId !== null) return readMapping(name, bytes, debugId)
  if (bytes.toString('latin1', 0, BUNDLE_MAGIC.length) === BUNDLE_MAGIC) return readSourceBundle(bytes)
  throw new UploadError(
    `${shown(name)} is neither a mapping file of ProGuard or R8 nor a source bundle. Errata takes only those of the debug files.`,
  )
}

/** The files of a zip, one by one. @throws UploadError if there is something else in it */
export async function* readDebugFiles(bytes: Buffer): AsyncGenerator<DebugFile, void> {
  const zip = await openZip(bytes)
  try {
    const entries = [...(await entriesOf(zip)).values()]
    const requireRoom = roomCheck()
    for (const entry of entries) requireRoom(entry)
    for (const entry of entries)
      yield readDebugFile(entry.fileName, await inflated(zip, entry, UPLOAD_LIMITS.debugFileBytes))
  } finally {
    zip.close()
  }
}

function readMapping(name: string, bytes: Buffer, debugId: string): DebugFile {
  const head = bytes.toString('utf8', 0, HEAD_BYTES).split('\n')
  if (!head.some((line) => readClassLine(line) !== null))
    throw new UploadError(
      `${shown(name)} is not a mapping file: it names no class ("com.shop.Cart -> a.b:").`,
    )
  return debugFile('proguard', debugId, bytes)
}

async function readSourceBundle(bytes: Buffer): Promise<DebugFile> {
  const zip = await openZip(bytes)
  try {
    const { debugId, files } = await readManifest(zip, await entriesOf(zip, MAX_BUNDLE_FILES), ['source'])
    if (debugId === null) throw new UploadError('The source bundle has no debug ID.')
    if (files.length === 0) throw new UploadError('The source bundle has no sources.')
    return debugFile('sourcebundle', debugId, bytes)
  } finally {
    zip.close()
  }
}

function debugFile(kind: DebugFile['kind'], debugId: string, bytes: Buffer): DebugFile {
  const isMapping = kind === 'proguard'
  const name = isMapping ? `${MAPPING_PREFIX}${debugId}.txt` : `${SOURCE_BUNDLE_PREFIX}${debugId}.zip`
  return { kind, name, dist: '', bytes, debugId, sourceMap: null }
}
