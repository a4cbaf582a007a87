import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { type ContentEncoding, looksLikeZlib, ZSTD_WINDOW_LOG_MAX } from './content-encoding.ts'

const CHUNK_BYTES = 64 * 1024
const STATE_BYTES = 64 * 1024

/** Inflates a body piece by piece in the thread pool, no further ahead than a few chunks of 64 KiB. */
export interface Inflater {
  /** Ends with the first frame of zstd data; `bytesWritten` says how much of the input it took. */
  stream: Transform & { bytesWritten: number }
  heldBytes: number
}

/** @param head the first bytes of the body, which say what a format needs. */
export function createInflater(encoding: Exclude<ContentEncoding, 'identity'>, head: Buffer): Inflater {
  const options = { chunkSize: CHUNK_BYTES }
  switch (encoding) {
    case 'gzip':
      return { stream: createGunzip(options), heldBytes: STATE_BYTES }
    case 'deflate': {
      const stream = looksLikeZlib(head) ? createInflate(options) : createInflateRaw(options)
      return { stream, heldBytes: STATE_BYTES }
    }
    case 'br':
      return {
        stream: createBrotliDecompress(options),
        heldBytes: STATE_BYTES + 2 ** brotliWindowLog(head[0]),
      }
    case 'zstd': {
      const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX }
      const stream = createZstdDecompress({ ...options, params })
      return { stream, heldBytes: STATE_BYTES + 2 ** ZSTD_WINDOW_LOG_MAX }
    }
  }
}

/** The window that a brotli stream asks for, as a power of two (RFC 7932 9.1). */
function brotliWindowLog(first = 0): number {
  if ((first & 1) === 0) return 16
  const high = (first >> 1) & 7
  if (high !== 0) return 17 + high
  const low = (first >> 4) & 7
  return low === 0 ? 17 : 8 + low
}

/** What the head of a body inflates to, as far as that can be said, up to `maxBytes`. Never throws. */
export function inflateHead(head: Buffer, encoding: ContentEncoding, maxBytes: number): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(head.subarray(0, maxBytes))
  const { stream } = createInflater(encoding, head)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      resolve(Buffer.concat(chunks).subarray(0, maxBytes))
      stream.destroy()
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) finish()
    })
    stream.on('error', finish)
    stream.on('end', finish)
    stream.write(head, finish)
  })
}
