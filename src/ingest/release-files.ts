import { v7 } from 'uuid'
import { ServiceError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/database.ts'
import { deleteReleaseFiles, isContentUsed, putReleaseFile } from '#storage/release-file.ts'
import type { OrgScope } from '#storage/scope.ts'
import { removeArtifact, writeArtifact } from './artifact-store.ts'
import type { DsnKey } from './authenticate-dsn.ts'
import { type FormPart, multipartBoundary, parseMultipart } from './multipart.ts'

export interface ReleaseFileDeps {
  database: Pick<Database, 'scope' | 'inOrg'>
  artifactsDir: string
  clock: Clock
}

/** What the frame around the file (boundaries, part headers, the other fields) may take. */
export const MULTIPART_FRAME_BYTES = 64 * 1024

const MAX_NAME_CHARS = 512
const MAX_VERSION_CHARS = 1024
const MAX_DIST_CHARS = 64

/** A file as uploaded. */
export interface ReleaseUpload {
  name: string
  dist: string
  bytes: Uint8Array
}

/**
 * Checks a release label after decoding. Still encoded separators count as separators.
 * @throws ServiceError invalid_release_version
 */
export function checkReleaseVersion(version: string): void {
  const bad =
    version === '' ||
    version === '.' ||
    version.length > MAX_VERSION_CHARS ||
    /\.\.|[/\\\0]|%2f|%5c|%00/i.test(version) ||
    !version.isWellFormed()
  if (bad) throw new ServiceError('invalid_release_version')
}

/**
 * Reads an upload: the part `file`, and optionally `name` and `dist`, in any order. The name is that of the
 * field, else the file's own.
 * @param maxFileBytes largest file, inclusive.
 * @throws ServiceError invalid_release_file, payload_too_large
 */
export function readReleaseUpload(
  contentType: string | undefined,
  body: Buffer,
  maxFileBytes: number,
): ReleaseUpload {
  const boundary = multipartBoundary(contentType)
  const parts = boundary === null ? null : parseMultipart(body, boundary)
  if (parts === null) throw new ServiceError('invalid_release_file')
  const file = parts.find((part) => part.name === 'file')
  if (file === undefined) throw new ServiceError('invalid_release_file')
  if (file.bytes.byteLength > maxFileBytes) {
    throw new ServiceError('payload_too_large', `The file is larger than ${maxFileBytes} bytes.`)
  }
  const dist = fieldText(parts, 'dist') ?? ''
  if (dist.length > MAX_DIST_CHARS || dist.includes('\0')) throw badFile('The dist is not valid.')
  const name = fieldText(parts, 'name') || file.fileName || ''
  return { name: normaliseFileName(name), dist, bytes: file.bytes }
}

function fieldText(parts: FormPart[], name: string): string | undefined {
  return parts
    .find((part) => part.name === name)
    ?.bytes.toString('utf8')
    .trim()
}

/**
 * The name a release file is stored under: `~/` stands for the scheme and host of a URL.
 * @throws ServiceError invalid_release_file for a `..` segment, NUL, an empty or over-long name
 */
export function normaliseFileName(name: string): string {
  const plain = name.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i, '~/')
  if (plain === '' || plain === '~/') throw badFile('Give the file a name.')
  if (plain.length > MAX_NAME_CHARS) throw badFile(`The name may have ${MAX_NAME_CHARS} characters.`)
  if (plain.includes('\0')) throw badFile('The name must not contain NUL.')
  const segments = plain.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i)
  if (segments.includes('..')) throw badFile('The name must not contain a ".." segment.')
  return plain.toWellFormed()
}

function badFile(message: string): ServiceError {
  return new ServiceError('invalid_release_file', message)
}

/** The release files: content on disk, records in the database, kept together. */
export class ReleaseFileStore {
  readonly #deps: ReleaseFileDeps
  #lastWork: Promise<unknown> = Promise.resolve()

  constructor(deps: ReleaseFileDeps) {
    this.#deps = deps
  }

  /**
   * Stores a file of a release; the same release, name and dist again replaces it.
   * @throws ServiceError storage_error
   */
  async store(key: DsnKey, version: string, upload: ReleaseUpload): Promise<{ id: string; name: string }> {
    const { artifactsDir, database, clock } = this.#deps
    const { name, dist, bytes } = upload
    const createdAt = clock()
    const id = v7({ msecs: createdAt })
    const scope = database.scope(key)
    await this.#alone(async () => {
      const sha256 = await writeArtifact(artifactsDir, key.projectUid, bytes)
      const place = { projectId: key.projectId, version, name, dist }
      const content = { id, sizeBytes: bytes.byteLength, sha256, createdAt }
      const replaced = await putReleaseFile(scope, { ...place, ...content })
      if (replaced !== null) await this.#removeUnused(scope, key, [replaced])
    })
    return { id, name }
  }

  /**
   * Removes every file of a release. @returns how many there were.
   * @param note is called in the transaction of the removal, where there was anything to remove.
   * @throws ServiceError storage_error
   */
  async removeAll(
    scope: OrgScope,
    release: ArtifactProject & { version: string },
    note: (scope: OrgScope, files: number) => Promise<void>,
  ): Promise<number> {
    return this.#alone(async () => {
      const hashes = await this.#deps.database.inOrg(scope, async (tx) => {
        const deleted = await deleteReleaseFiles(tx, release.projectId, release.version)
        if (deleted.length > 0) await note(tx, deleted.length)
        return deleted
      })
      await this.#removeUnused(scope, release, [...new Set(hashes)])
      return hashes.length
    })
  }

  async #removeUnused(scope: OrgScope, project: ArtifactProject, hashes: string[]): Promise<void> {
    const { artifactsDir } = this.#deps
    for (const sha256 of hashes) {
      if (await isContentUsed(scope, project.projectId, sha256)) continue
      await removeArtifact(artifactsDir, project.projectUid, sha256)
    }
  }

  /** Between "nothing refers to this content" and its removal no upload of the same may slip in. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastWork.then(work).catch((cause: unknown) => {
      throw new ServiceError('storage_error', undefined, { cause })
    })
    this.#lastWork = result.catch(() => {})
    return result
  }
}

/** A project by its row key, and by the UUID its folder is named after. */
export interface ArtifactProject {
  projectId: number
  projectUid: string
}
