import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { STACK_MARK } from '#domain/event/payload-dictionary.ts'

/**
 * Level 1 costs half of level 3 and, with a dictionary, is as small: see docs/decisions. Without its checksum zstd
 * reads damaged bytes, and those of another dictionary, as some other text.
 */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }
/** Results share no memory with larger buffers: most documents are about 1 KB with a dictionary, 5 KB without. */
const WITH_DICTIONARY = {
  // Smaller tables than the level's own are filled and cleared in three quarters of the time, for 2 % more bytes.
  params: { ...LEVEL.params, [constants.ZSTD_c_windowLog]: 16, [constants.ZSTD_c_hashLog]: 12 },
  chunkSize: 2 * 1024,
}
const PLAIN = { ...LEVEL, chunkSize: 8 * 1024 }
/** No stored document comes near this; it bounds what a damaged row can make us allocate. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** First byte of a document without the stack that its dictionary has; a zstd frame begins with another. */
const SPLICED = 0x01
const STACK_KEY = Buffer.from('"frames":')
const MARK = Buffer.from(STACK_MARK)

/** Compresses a document (UTF-8 JSON), with the dictionary of its issue where there is one (`sharedText`). */
export function compressDocument(document: string | Buffer, dictionary: Buffer | null): Buffer {
  if (dictionary === null) return zstdCompressSync(document, PLAIN)
  const split = dictionary.indexOf(MARK)
  const spliced = split < 0 ? null : withoutStack(bytesOf(document), dictionary.subarray(split + 1))
  if (spliced === null) return zstdCompressSync(document, { ...WITH_DICTIONARY, dictionary })
  const words = dictionary.subarray(0, split)
  const data = zstdCompressSync(spliced, { ...WITH_DICTIONARY, dictionary: words })
  return Buffer.concat([Buffer.of(SPLICED), data])
}

function bytesOf(document: string | Buffer): Buffer {
  return typeof document === 'string' ? Buffer.from(document) : document
}

/** The document with a mark in the stack's place; null where it does not have that stack. */
function withoutStack(document: Buffer, stack: Buffer): Buffer | null {
  for (let key = document.indexOf(STACK_KEY); key >= 0; key = document.indexOf(STACK_KEY, key + 1)) {
    const start = key + STACK_KEY.length
    const end = start + stack.length
    if (end > document.length) return null
    if (stack.compare(document, start, end) !== 0) continue
    return inScratch([document.subarray(0, start), MARK, document.subarray(end)])
  }
  return null
}

const SCRATCH_BYTES = 1024 * 1024
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

/** The parts in one, until the next call: a buffer for each usual document would wear out the garbage collector. */
function inScratch(parts: Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length > SCRATCH_BYTES) return Buffer.concat(parts, length)
  let end = 0
  for (const part of parts) {
    scratch.set(part, end)
    end += part.length
  }
  return scratch.subarray(0, length)
}

/**
 * The document that `compressDocument` was given.
 * @throws when the bytes are damaged, or the dictionary does not have the words they were compressed with.
 */
export function decompressDocument(data: Buffer, dictionary: Buffer | null): string {
  if (data[0] !== SPLICED) return decompress(data, dictionary)
  const split = dictionary === null ? -1 : dictionary.indexOf(MARK)
  if (dictionary === null || split < 0) throw new Error('The document needs the stack of another dictionary.')
  const text = decompress(data.subarray(1), dictionary.subarray(0, split))
  const at = text.indexOf(STACK_MARK)
  if (at < 0) throw new Error('The document is damaged: the place of its stack is missing.')
  return text.slice(0, at) + dictionary.toString('utf8', split + 1) + text.slice(at + 1)
}

function decompress(data: Buffer, dictionary: Buffer | null): string {
  const options = { maxOutputLength: MAX_DOCUMENT_BYTES }
  return zstdDecompressSync(data, dictionary ? { ...options, dictionary } : options).toString('utf8')
}
