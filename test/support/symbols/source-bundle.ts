import { randomUUID } from 'node:crypto'
import { type ZipEntry, zipFile } from './zip-file.ts'

export interface BundledSource {
  /** `~/com/shop/Cart.jvm`, or empty. */
  url?: string
  /** On the machine of the build, or empty. */
  path?: string
  content: string
}

/** The sources of a build, as `sentry-cli debug-files bundle-jvm` and `bundle-sources` pack them. */
export class SourceBundleFile {
  readonly debugId = randomUUID()
  readonly bytes: Buffer

  constructor(sources: readonly BundledSource[], attributes: object = {}) {
    const listed = sources.map(({ url = '', path = '' }, n) => [`files/${n}`, { type: 'source', url, path }])
    const manifest = {
      ...{ debug_id: this.debugId, org: 'any', ...attributes },
      files: Object.fromEntries(listed),
    }
    const entries: ZipEntry[] = [
      { name: 'manifest.json', content: JSON.stringify(manifest) },
      ...sources.map(({ content }, n) => ({ name: `files/${n}`, content })),
    ]
    this.bytes = withMagic(entries)
  }
}

/** Offsets count from the magic bytes, as the tool writes them. */
export function withMagic(entries: readonly ZipEntry[]): Buffer {
  const magic = Buffer.from('SYSB\x02\0\0\0', 'latin1')
  return Buffer.concat([magic, zipFile(entries, magic.length)])
}
