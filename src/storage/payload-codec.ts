import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Level 1 costs half of level 3 and, with a dictionary, is as small: see docs/decisions. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Results share no memory with larger buffers: most documents are about 1 KB with a dictionary, 5 KB without. */
const WITH_DICTIONARY = {
  // Smaller tables than the level's own are filled and cleared in three quarters of the time, for 2 % more bytes.
  params: { ...LEVEL.params, [constants.ZSTD_c_windowLog]: 16, [constants.ZSTD_c_hashLog]: 12 },
  chunkSize: 2 * 1024,
}
const PLAIN = { ...LEVEL, chunkSize: 8 * 1024 }
/** No stored document comes near this; it bounds what a damaged row can make us allocate. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** Compresses a document (UTF-8 JSON), with the dictionary of its issue where there is one. */
export function compressDocument(document: string | Buffer, dictionary: Buffer | null): Buffer {
  return zstdCompressSync(document, dictionary ? { ...WITH_DICTIONARY, dictionary } : PLAIN)
}

/**
 * The document that `compressDocument` was given.
 * @throws when the bytes are damaged or the dictionary is another one.
 */
export function decompressDocument(data: Buffer, dictionary: Buffer | null): string {
  const options = { maxOutputLength: MAX_DOCUMENT_BYTES }
  return zstdDecompressSync(data, dictionary ? { ...options, dictionary } : options).toString('utf8')
}
