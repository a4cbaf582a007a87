import { ServiceError } from '#contract/errors.ts'
import { LaneTurns } from '#platform/turns/lane-turns.ts'
import { UploadError } from '#symbols/bundle/zip-entries.ts'
import { ChunkStore } from './chunk-store.ts'
import { type DebugFile, readDebugFile, readDebugFiles } from './debug-file.ts'
import { type BundledFile, readBundle } from './read-bundle.ts'
import {
  checkReleaseVersion,
  normaliseFileName,
  type ReleaseUpload,
  readMapReference,
} from './read-release-upload.ts'
import type { ReleaseFileStore, Uploader } from './release-files.ts'

/** A file that was uploaded in pieces. */
export interface ChunkedFile {
  orgUid: string
  /** SHA-1 of the whole. */
  checksum: string
  chunks: readonly string[]
}

export interface BundleRequest extends ChunkedFile {
  projects: readonly Uploader['key'][]
  /** Empty: of no release; its files are found by debug id. */
  version: string
  dist: string
}

/** What came of it; `missing` are chunks to send first. */
export type BundleOutcome =
  | { state: 'ok' }
  | { state: 'not_found'; missing: string[] }
  | { state: 'error'; detail: string }

export type StoredDebugFile = Pick<DebugFile, 'kind' | 'name' | 'debugId'>

export interface DebugFileOutcome {
  outcome: BundleOutcome
  /** Null unless it is kept. */
  stored: StoredDebugFile | null
}

const TOO_MANY = 'Too many bundles are being assembled. Try again in a minute.'

/** Takes artifact bundles and debug files: chunks first, then the files that they make together. Organizations
 * take turns. */
export class BundleIntake {
  readonly chunks: ChunkStore
  readonly #files: ReleaseFileStore
  readonly #turns = new LaneTurns({
    running: 2,
    runningPerLane: 1,
    perLane: 20,
    inAll: 100,
    refusal: () => new ServiceError('rate_limit_exceeded', TOO_MANY, { retryAfterSeconds: 60 }),
  })

  constructor(files: ReleaseFileStore) {
    this.#files = files
    this.chunks = new ChunkStore(files.artifactsDir)
  }

  assembleBundle(request: BundleRequest): Promise<BundleOutcome> {
    return this.#assemble(request, async (bytes) => {
      if (request.version !== '') checkReleaseVersion(request.version)
      for await (const bundled of readBundle(bytes)) await this.#store(request, bundled)
    })
  }

  /** Of a mapping file or source bundle. @param name as the tool has it; a mapping file's holds its debug ID */
  async assembleDebugFile(file: ChunkedFile, name: string, key: Uploader['key']): Promise<DebugFileOutcome> {
    let stored: StoredDebugFile | null = null
    const outcome = await this.#assemble(file, async (bytes) => {
      stored = await this.#storeDebugFile(await readDebugFile(name, bytes), key)
    })
    return { outcome, stored }
  }

  /** Those of a zip. @throws invalid_request, and what the store throws */
  storeDebugFiles(orgUid: string, zip: Buffer, key: Uploader['key']): Promise<StoredDebugFile[]> {
    return this.#turns.run({ name: orgUid, isReserved: false }, async () => {
      const stored: StoredDebugFile[] = []
      try {
        for await (const file of readDebugFiles(zip)) stored.push(await this.#storeDebugFile(file, key))
        return stored
      } catch (error) {
        if (error instanceof UploadError) throw new ServiceError('invalid_request', error.message)
        throw error
      }
    })
  }

  async #storeDebugFile(file: DebugFile, key: Uploader['key']): Promise<StoredDebugFile> {
    await this.#files.store({ key, isPublic: false }, '', file)
    const { kind, name, debugId } = file
    return { kind, name, debugId }
  }

  async #assemble(file: ChunkedFile, store: (bytes: Buffer) => Promise<void>): Promise<BundleOutcome> {
    const missing = await this.chunks.missing(file.orgUid, file.chunks)
    if (missing.length > 0) return { state: 'not_found', missing }
    return this.#turns.run({ name: file.orgUid, isReserved: false }, () => this.#putTogether(file, store))
  }

  async #putTogether(
    { orgUid, chunks, checksum }: ChunkedFile,
    store: (bytes: Buffer) => Promise<void>,
  ): Promise<BundleOutcome> {
    const file = await this.chunks.read(orgUid, chunks)
    // Another bundle that shares one of them was put together meanwhile.
    if (file === null) return { state: 'not_found', missing: await this.chunks.missing(orgUid, chunks) }
    try {
      if (file.sha1 !== checksum) throw new UploadError('The assembled chunks do not match the checksum.')
      await store(file.bytes)
      await this.chunks.remove(orgUid, chunks)
      return { state: 'ok' }
    } catch (error) {
      const isOfCaller = error instanceof UploadError || (error instanceof ServiceError && error.status < 500)
      if (!isOfCaller) throw error
      await this.chunks.remove(orgUid, chunks)
      return { state: 'error', detail: error.message }
    }
  }

  async #store({ projects, version, dist }: BundleRequest, file: BundledFile): Promise<void> {
    const upload = uploadOf(file, { version, dist })
    if (upload === null) return
    for (const key of projects) await this.#files.store({ key, isPublic: false }, version, upload)
  }
}

/** Of a file that neither a release nor a debug id leads to nothing is kept. */
function uploadOf(
  { url, debugId, headers, bytes }: BundledFile,
  { version, dist }: { version: string; dist: string },
): ReleaseUpload | null {
  const name = normaliseFileName(url)
  if (version === '' && debugId === null) return null
  const sourceMap = readMapReference(headers)
  return { name: version === '' ? `${debugId}/${name}` : name, dist, bytes, debugId, sourceMap }
}
