import { constants, type ZstdOptions, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Level 1 costs half of level 3 and is as small with a dictionary (docs/decisions). Without its checksum,
 * zstd reads damaged bytes, and those of another dictionary, as some other text.
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

/** Compresses a document (UTF-8 JSON), with the dictionary of its issue if there is one (`sharedText`). */
export function compressDocument(document: string | Buffer, dictionary: Buffer | null): Buffer {
  if (dictionary === null) return zstdCompressSync(document, PLAIN)
  return zstdCompressSync(document, { ...WITH_DICTIONARY, dictionary })
}

/** @throws if the bytes are damaged, or the dictionary does not have their words. */
export function decompressDocument(data: Buffer, dictionary: Buffer | null): string {
  return decompressed(data, dictionary ? { dictionary } : {}).toString('utf8')
}

/** A dictionary is stored like a document without one. It may share memory with a larger buffer.
 * @throws if the bytes are damaged. */
export function decompressDictionary(data: Buffer): Buffer {
  return decompressed(data, {})
}

function decompressed(data: Buffer, options: ZstdOptions): Buffer {
  return zstdDecompressSync(data, { ...options, maxOutputLength: MAX_DOCUMENT_BYTES })
}
