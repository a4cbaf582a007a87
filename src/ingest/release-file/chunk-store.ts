import { createHash, hash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { inflate } from '#platform/coding/content-encoding.ts'
import { shown } from '#symbols/bundle/zip-entries.ts'
import { confinedFolder, pathExists, writeNamed } from './artifact-store.ts'
import { type FormPart, parseMultipart } from './multipart.ts'

/** Before the public id of an organization. */
export const CHUNK_FOLDER = 'chunks-'
export const MAX_FILE_CHUNKS = 64
const MAX_WAITING_CHUNKS = 512
const SHA1 = /^[0-9a-f]{40}$/

/** Pieces of files that are uploaded before anything is known of the file; what is left of them goes after an hour. */
export class ChunkStore {
  readonly #artifactsDir: string
  readonly #arriving = new Map<string, number>()

  constructor(artifactsDir: string) {
    this.#artifactsDir = artifactsDir
  }

  /** Parts `file` or `file_gzip`, named by their SHA-1. @throws invalid_request, payload_too_large */
  async store(orgUid: string, body: Buffer, boundary: string): Promise<void> {
    const parts = parseMultipart(body, boundary)
    if (!parts) throw new ServiceError('invalid_request', 'Send the chunks as multipart/form-data.')
    const chunks = parts.filter(({ name }) => name === 'file' || name === 'file_gzip')
    // Before the look at the disk, so that requests at once count each other.
    const arriving = this.#arrive(orgUid, chunks.length)
    try {
      const folder = await this.#folder(orgUid)
      const waiting = (await readdir(folder)).length
      if (waiting + arriving > MAX_WAITING_CHUNKS) throw tooManyWaiting(waiting)
      for (const chunk of chunks) await writeChunk(folder, chunk)
    } finally {
      this.#arrive(orgUid, -chunks.length)
    }
  }

  /** @returns how many chunks of the organization are being stored now. */
  #arrive(orgUid: string, more: number): number {
    const count = (this.#arriving.get(orgUid) ?? 0) + more
    if (count === 0) this.#arriving.delete(orgUid)
    else this.#arriving.set(orgUid, count)
    return count
  }

  /** Those of these chunks (SHA-1) that are not there. */
  async missing(orgUid: string, chunks: readonly string[]): Promise<string[]> {
    const folder = await this.#folder(orgUid)
    const missing: string[] = []
    for (const chunk of new Set(chunks))
      if (!(await pathExists(join(folder, named(chunk))))) missing.push(chunk)
    return missing
  }

  /** The file that these chunks make; null when one of them is gone. Its SHA-1 is computed piece by piece: 64 MB at
   * once would hold up everyone. */
  async read(orgUid: string, chunks: readonly string[]): Promise<{ bytes: Buffer; sha1: string } | null> {
    const folder = await this.#folder(orgUid)
    const contents: Buffer[] = []
    const sum = createHash('sha1')
    for (const chunk of chunks) {
      const content = await contentOf(join(folder, named(chunk)))
      if (content === null) return null
      contents.push(content)
      sum.update(content)
    }
    return { bytes: Buffer.concat(contents), sha1: sum.digest('hex') }
  }

  async remove(orgUid: string, chunks: readonly string[]): Promise<void> {
    const folder = await this.#folder(orgUid)
    for (const chunk of chunks) await rm(join(folder, named(chunk)), { force: true })
  }

  #folder(orgUid: string): Promise<string> {
    return confinedFolder(this.#artifactsDir, `${CHUNK_FOLDER}${orgUid}`)
  }
}

async function writeChunk(folder: string, { name, fileName, bytes }: FormPart): Promise<void> {
  const content = name === 'file_gzip' ? inflated(bytes) : bytes
  if (content.length > UPLOAD_LIMITS.chunkBytes) throw tooLarge()
  const sha1 = hash('sha1', content)
  if (sha1 !== fileName) {
    throw new ServiceError(
      'invalid_request',
      `The content of chunk ${shown(fileName ?? '')} does not match its name: its SHA-1 is ${sha1}.`,
    )
  }
  await writeNamed(folder, sha1, content)
}

function tooManyWaiting(waiting: number): ServiceError {
  const message = `${waiting} chunks of unfinished uploads are stored for this organization; the limit is ${MAX_WAITING_CHUNKS}. They expire after an hour. Finish those uploads, or try again then.`
  return new ServiceError('payload_too_large', message)
}

/** A chunk's name becomes part of a path, so it must be a SHA-1. */
function named(chunk: string): string {
  if (SHA1.test(chunk)) return chunk
  throw new ServiceError('invalid_request', "A chunk's name is its SHA-1, 40 hexadecimal digits.")
}

function contentOf(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflate(bytes, 'gzip', UPLOAD_LIMITS.chunkBytes)
  } catch (cause) {
    throw new ServiceError(
      'invalid_request',
      `A chunk is not a gzip file of at most ${counted(UPLOAD_LIMITS.chunkBytes, 'byte')}.`,
      { cause },
    )
  }
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `A chunk has at most ${counted(UPLOAD_LIMITS.chunkBytes, 'byte')}.`,
  )
}
