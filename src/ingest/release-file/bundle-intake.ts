import { ServiceError } from '#contract/errors.ts'
import { LaneTurns } from '#platform/turns/lane-turns.ts'
import { ChunkStore } from './chunk-store.ts'
import { type BundledFile, BundleError, readBundle } from './read-bundle.ts'
import {
  checkReleaseVersion,
  normaliseFileName,
  type ReleaseUpload,
  readMapReference,
} from './read-release-upload.ts'
import type { ReleaseFileStore, Uploader } from './release-files.ts'

export interface BundleRequest {
  orgUid: string
  checksum: string
  chunks: readonly string[]
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

const TOO_MANY = 'Too many bundles are being assembled. Try again in a minute.'

/** Takes artifact bundles: chunks first, then the files that they make together. Organizations take turns. */
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

  async assemble(request: BundleRequest): Promise<BundleOutcome> {
    const missing = await this.chunks.missing(request.orgUid, request.chunks)
    if (missing.length > 0) return { state: 'not_found', missing }
    return this.#turns.run({ name: request.orgUid, isReserved: false }, () => this.#putTogether(request))
  }

  async #putTogether(request: BundleRequest): Promise<BundleOutcome> {
    const { orgUid, chunks, checksum, version } = request
    const file = await this.chunks.read(orgUid, chunks)
    // Another bundle that shares one of them was put together meanwhile.
    if (file === null) return { state: 'not_found', missing: await this.chunks.missing(orgUid, chunks) }
    try {
      if (version !== '') checkReleaseVersion(version)
      if (file.sha1 !== checksum) throw new BundleError('The assembled chunks do not match the checksum.')
      for await (const bundled of readBundle(file.bytes)) await this.#store(request, bundled)
      await this.chunks.remove(orgUid, chunks)
      return { state: 'ok' }
    } catch (error) {
      const isOfCaller = error instanceof BundleError || (error instanceof ServiceError && error.status < 500)
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
