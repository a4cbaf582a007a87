import { readFileSync, statSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { BuildFile } from './find-files.ts'

/** Below what the service takes of one bundle, however little deflating saves: 64 MiB, 5,000 files. */
const MAX_BYTES = 48 * 1024 * 1024
const MAX_FILES = 2_000
/** The same files give the same bundle, which is not uploaded again. */
const MTIME = new Date(Date.UTC(2000, 0, 1))

/** What files are uploaded under. */
export interface BundleNames {
  /** Before the name of each file, such as `~/static/`. */
  urlPrefix: string
  release: string | undefined
}

/** Artifact bundles of these files, as many as their size asks for; one is in memory at a time. */
export async function* bundlesOf(files: readonly BuildFile[], names: BundleNames): AsyncGenerator<Buffer> {
  let part: BuildFile[] = []
  let bytes = 0
  for (const file of files) {
    const { size } = statSync(file.path)
    if (part.length >= MAX_FILES || (part.length > 0 && bytes + size > MAX_BYTES)) {
      yield await bundleOf(part, names)
      part = []
      bytes = 0
    }
    part.push(file)
    bytes += size
  }
  if (part.length > 0) yield await bundleOf(part, names)
}

async function bundleOf(files: readonly BuildFile[], { urlPrefix, release }: BundleNames): Promise<Buffer> {
  const zip = new ZipFile()
  const manifest = { ...(release !== undefined && { release }), files: {} as Record<string, object> }
  for (const { path, name, isMap, debugId, map } of files) {
    const place = `files/_/_/${name}`
    zip.addBuffer(readFileSync(path), place, { mtime: MTIME })
    manifest.files[place] = {
      type: isMap ? 'source_map' : 'minified_source',
      url: `${urlPrefix}${name}`,
      headers: {
        ...(debugId !== null && { 'debug-id': debugId }),
        ...(map !== null && !map.startsWith('data:') && { sourcemap: map }),
      },
    }
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', { mtime: MTIME })
  zip.end()
  return buffer(zip.outputStream)
}
