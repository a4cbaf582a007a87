import { hash } from 'node:crypto'
import { v7 } from 'uuid'
import { ServiceError } from '#contract/errors.ts'
import { debugIdIn, isMapName } from '#domain/symbols/file-marks.ts'
import type { Clock } from '#platform/clock.ts'
import type { ReleaseFileLimits } from '#platform/config/release-file-limits.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findReleaseFilePlace, type NewReleaseFile, putReleaseFile } from '#storage/project/release-file.ts'
import { lockReleaseFileUse } from '#storage/project/release-file-use.ts'
import type { DsnKey } from '../admission/authenticate-dsn.ts'
import { HourlyCap } from '../admission/hourly-cap.ts'
import { judgeUpload } from '../admission/judge-upload.ts'
import { hasArtifact, writeArtifact } from './artifact-store.ts'
import type { ReleaseUpload } from './read-release-upload.ts'

export interface ReleaseFileDeps {
  database: Pick<Database, 'serviceScope' | 'inOrg'>
  artifactsDir: string
  limits: ReleaseFileLimits
  clock: Clock
}

export interface Uploader {
  key: Pick<DsnKey, 'orgId' | 'orgUid' | 'projectId' | 'projectUid'>
  isPublic: boolean
}

/** Content on disk under its hash, records in the database. An upload writes content first and checks it
 * again after its commit: `sweep-artifacts.ts` on any node removes content without a record. */
export class ReleaseFileStore {
  readonly #deps: ReleaseFileDeps
  readonly #publicCap: HourlyCap

  constructor(deps: ReleaseFileDeps) {
    this.#deps = deps
    this.#publicCap = new HourlyCap('public_release_file', deps.limits.publicUploadsPerHour, deps.clock)
  }

  get artifactsDir(): string {
    return this.#deps.artifactsDir
  }

  /** Replaces same release, name, dist.
   * @throws conflict, payload_too_large, rate_limit_exceeded, storage_error */
  async store(
    uploader: Uploader,
    version: string,
    upload: ReleaseUpload,
  ): Promise<{ id: string; name: string }> {
    const { database } = this.#deps
    const { key } = uploader
    this.#refuseWhereReached(uploader)
    const file = this.#fileOf(uploader, version, upload)
    // Before anything is written: what is refused must not take disk space until the next sweep.
    await this.#judge(database.serviceScope(key), file)
    await this.#write(key.projectUid, upload.bytes)
    const id = await database.inOrg(key, async (scope) => {
      await lockReleaseFileUse(scope, key.projectId)
      const place = await this.#judge(scope, file)
      await this.#takeOfHour(scope, uploader)
      return putReleaseFile(scope, file, place)
    })
    if (!(await this.#has(key.projectUid, file.sha256))) await this.#write(key.projectUid, upload.bytes)
    return { id, name: upload.name }
  }

  #fileOf(
    { key, isPublic }: Uploader,
    version: string,
    { name, dist, bytes, debugId, sourceMap }: ReleaseUpload,
  ): NewReleaseFile {
    const createdAt = this.#deps.clock()
    return {
      id: v7({ msecs: createdAt }),
      projectId: key.projectId,
      version,
      name,
      dist,
      sizeBytes: bytes.byteLength,
      sha256: hash('sha256', bytes),
      isPublic,
      createdAt,
      debugId: debugId ?? debugIdIn(bytes, isMapName(name)),
      sourceMap: sourceMap ?? null,
    }
  }

  async #judge(scope: OrgScope, file: NewReleaseFile) {
    const place = await findReleaseFilePlace(scope, file)
    judgeUpload(file, place, this.#deps.limits)
    return place
  }

  #refuseWhereReached({ key, isPublic }: Uploader): void {
    const seconds = isPublic ? this.#publicCap.secondsToWait(key.projectId) : null
    if (seconds !== null) throw capReached(seconds, this.#publicCap.cap)
  }

  async #takeOfHour(scope: OrgScope, { key, isPublic }: Uploader): Promise<void> {
    const seconds = isPublic ? await this.#publicCap.take(scope, key.projectId, 1) : null
    if (seconds !== null) throw capReached(seconds, this.#publicCap.cap)
  }

  #write(folder: string, bytes: Uint8Array): Promise<void> {
    return writeArtifact(this.#deps.artifactsDir, folder, bytes).then(() => {}, storageError)
  }

  #has(folder: string, sha256: string): Promise<boolean> {
    return hasArtifact(this.#deps.artifactsDir, folder, sha256).catch(storageError)
  }
}

function capReached(seconds: number, cap: number): ServiceError {
  return new ServiceError(
    'rate_limit_exceeded',
    `The project accepts ${cap} uploads an hour with the public key alone. Upload with the secret key of the DSN (compat_secret or sentry_secret), or try again in ${Math.ceil(seconds / 60)} min.`,
    { retryAfterSeconds: seconds },
  )
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Errors of the disk; a lost database is not one and reports itself. */
export function storageError(cause: unknown): never {
  const isFull = DISK_FULL.has((cause as NodeJS.ErrnoException).code ?? '')
  const message = isFull
    ? 'The disk of the artifacts folder is full: free some space there, then upload the file again.'
    : undefined
  throw new ServiceError('storage_error', message, { cause })
}
