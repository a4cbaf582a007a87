import type { Entry } from 'yauzl'
import { readManifest } from './manifest.ts'
import { entriesOf, inflated, openZip } from './zip-entries.ts'

export const MAX_BUNDLE_FILES = 20_000
/** What a file takes of the memory beside its names. */
const FILE_BYTES = 1_000

/** A zip of sources on disk, of which only the directory is kept. */
export class SourceBundle {
  readonly #path: string
  readonly #byName: ReadonlyMap<string, Entry>

  private constructor(path: string, byName: ReadonlyMap<string, Entry>) {
    this.#path = path
    this.#byName = byName
  }

  /** @throws UploadError for what is not such a bundle; the error of the file system */
  static async open(path: string): Promise<SourceBundle> {
    const zip = await openZip(path)
    try {
      const { files } = await readManifest(zip, await entriesOf(zip, MAX_BUNDLE_FILES), ['source'])
      const byName = new Map<string, Entry>()
      for (const { entry, url, path: written } of files)
        for (const name of [url, written]) if (name !== '') byName.set(portable(name), entry)
      return new SourceBundle(path, byName)
    } finally {
      zip.close()
    }
  }

  get fileCount(): number {
    return this.#byName.size
  }

  /** What it takes of the memory, about. */
  get bytes(): number {
    return this.#byName
      .entries()
      .reduce((sum, [name, entry]) => sum + FILE_BYTES + name.length + directoryBytes(entry), 0)
  }

  /** @param name a URL as bundles have them (`~/com/shop/Cart.jvm`), or a path on the machine of the build */
  has(name: string): boolean {
    return this.#byName.has(portable(name))
  }

  /** A file that it has, of at most `mostBytes`. @throws UploadError, or the error of the file system */
  async textOf(name: string, mostBytes: number): Promise<string> {
    const zip = await openZip(this.#path)
    try {
      return (await inflated(zip, this.#byName.get(portable(name))!, mostBytes)).toString('utf8')
    } finally {
      zip.close()
    }
  }
}

function directoryBytes({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return fileNameLength + extraFieldLength + fileCommentLength
}

/** Paths of Windows are written with either slash. */
function portable(name: string): string {
  return name.replaceAll('\\', '/')
}
