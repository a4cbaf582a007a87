import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { counted, grouped } from '#contract/counted.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'

/** An upload that cannot be used; the message says why. */
export class UploadError extends Error {}

const MAX_ENTRIES = 5_000
const SHOWN_NAME_CHARS = 200
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

/** @param from the zip, or the path of its file; closed by the caller. @throws UploadError; the error of the file system */
export async function openZip(from: Buffer | string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false }
  try {
    return await (typeof from === 'string' ? openPromise(from, options) : fromBufferPromise(from, options))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause
    throw new UploadError(`The bundle is not a zip file: ${(cause as Error).message}.`, { cause })
  }
}

/** By name. @throws UploadError */
export async function entriesOf(zip: ZipFile, most = MAX_ENTRIES): Promise<Map<string, Entry>> {
  if (zip.entryCount > most) throw new UploadError(`The bundle has more than ${grouped(most)} files.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry)
      if (entries.size > most) break
    }
  } catch (cause) {
    throw new UploadError(`The bundle is damaged: ${(cause as Error).message}.`, { cause })
  }
  return entries
}

/** @throws UploadError */
export async function inflated(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw tooLarge(entry, maxBytes)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += (piece as Buffer).length
      if (size > maxBytes) throw tooLarge(entry, maxBytes)
      pieces.push(piece as Buffer)
    }
  } catch (cause) {
    if (cause instanceof UploadError) throw cause
    throw new UploadError(`${shown(entry.fileName)} in the bundle is damaged: ${(cause as Error).message}.`, {
      cause,
    })
  }
  return Buffer.concat(pieces)
}

/** The bundle's maker chose the name and its length. */
export function shown(name: string): string {
  return cutLine(inertLine(name), SHOWN_NAME_CHARS)
}

export function tooLarge({ fileName }: Entry, maxBytes: number): UploadError {
  return new UploadError(
    `${shown(fileName)} in the bundle is too large: it can have at most ${counted(maxBytes, 'byte')}.`,
  )
}

/** Counts the inflated sizes, as the directory of the zip has them. @returns throws UploadError when all take too much */
export function roomCheck(): (entry: Entry) => void {
  let room = MAX_TOTAL_BYTES
  return ({ uncompressedSize }) => {
    room -= uncompressedSize
    if (room < 0)
      throw new UploadError(
        `The files of the bundle are larger than ${counted(MAX_TOTAL_BYTES, 'byte')} in total.`,
      )
  }
}
