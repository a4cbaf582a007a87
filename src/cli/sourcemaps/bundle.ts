import { readFileSync } from 'node:fs'
import type { BuildFile } from './find-files.ts'
import { Zip } from './zip.ts'

/** Below what the service takes of one bundle: 64 MiB, 256 MiB inflated, 5,000 files. */
const MAX_BYTES = 48 * 1024 * 1024
const MAX_INFLATED_BYTES = 192 * 1024 * 1024
const MAX_FILES = 2_000

/** What files are uploaded under. */
export interface BundleNames {
  /** Before the name of each file, such as `~/static/`. */
  urlPrefix: string
  release: string | undefined
}

interface Manifest {
  release?: string
  files: Record<string, { type: string; url: string; headers: Record<string, string> }>
}

/** Artifact bundles of these files, as many as their size asks for; one is in memory at a time. */
export function* bundlesOf(files: readonly BuildFile[], names: BundleNames): Generator<Buffer, void> {
  let bundle = new Bundle(names)
  for (const file of files) {
    if (bundle.isFull) {
      yield bundle.end()
      bundle = new Bundle(names)
    }
    bundle.add(file)
  }
  if (!bundle.isEmpty) yield bundle.end()
}

class Bundle {
  readonly #zip = new Zip()
  readonly #names: BundleNames
  readonly #manifest: Manifest
  #files = 0
  #inflated = 0

  constructor(names: BundleNames) {
    this.#names = names
    this.#manifest = { ...(names.release !== undefined && { release: names.release }), files: {} }
  }

  get isEmpty(): boolean {
    return this.#files === 0
  }

  get isFull(): boolean {
    return this.#zip.size > MAX_BYTES || this.#inflated > MAX_INFLATED_BYTES || this.#files >= MAX_FILES
  }

  add({ path, name, isMap, debugId, map }: BuildFile): void {
    const bytes = readFileSync(path)
    const place = `files/_/_/${name}`
    this.#zip.add(place, bytes)
    this.#manifest.files[place] = {
      type: isMap ? 'source_map' : 'minified_source',
      url: `${this.#names.urlPrefix}${name}`,
      headers: {
        ...(debugId !== null && { 'debug-id': debugId }),
        ...(map !== null && !map.startsWith('data:') && { sourcemap: map }),
      },
    }
    this.#files += 1
    this.#inflated += bytes.length
  }

  end(): Buffer {
    this.#zip.add('manifest.json', Buffer.from(JSON.stringify(this.#manifest)))
    return this.#zip.end()
  }
}
