import { Buffer } from 'node:buffer'
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'

/** Content encodings under one name each; `deflate` covers the zlib format and the raw one. */
export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

const CANONICAL: ReadonlyMap<string, ContentEncoding> = new Map([
  ['', 'identity'],
  ['none', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zlib', 'deflate'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

/** Largest zstd window taken, as a power of two: 8 MiB. A frame may ask for 128 MiB whatever it holds. */
export const ZSTD_WINDOW_LOG_MAX = 23

/** Any case; none or empty is `identity`. Null: unknown, or more than one. */
export function canonicalEncoding(header: string | undefined): ContentEncoding | null {
  if (header === undefined) return 'identity'
  return CANONICAL.get(header) ?? CANONICAL.get(header.trim().toLowerCase()) ?? null
}

/** A body that cannot be inflated: beyond the byte budget, or not what its encoding says. */
export class InflateError extends Error {
  readonly reason: 'too_large' | 'broken'
  constructor(reason: 'too_large' | 'broken', options?: ErrorOptions) {
    super(reason === 'too_large' ? 'The inflated body is too large.' : 'The compression is broken.', options)
    this.name = 'InflateError'
    this.reason = reason
  }
}

/**
 * Synchronous: the thread pool costs 2.4 times the CPU. Never holds much more than `maxBytes` of output.
 * `maxBytes` is inclusive and bounds unencoded bodies too. @throws InflateError
 */
export function inflate(body: Uint8Array, encoding: ContentEncoding, maxBytes: number): Buffer {
  if (encoding === 'identity') {
    if (body.byteLength > maxBytes) throw new InflateError('too_large')
    return asBuffer(body)
  }
  try {
    return inflateWith(body, encoding, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof InflateError) throw error
    throw new InflateError(isTooLarge(error) ? 'too_large' : 'broken', { cause: error })
  }
}

interface InflateOptions {
  maxOutputLength: number
}

function inflateWith(
  body: Uint8Array,
  encoding: Exclude<ContentEncoding, 'identity'>,
  options: InflateOptions,
): Buffer {
  switch (encoding) {
    case 'gzip':
      return gunzipSync(body, { ...options, chunkSize: gzipChunk(body, options.maxOutputLength) })
    case 'deflate':
      return inflateDeflate(body, options)
    case 'br':
      return brotliDecompressSync(body, options)
    case 'zstd':
      return inflateFrames(body, options)
  }
}

/** Each costs a decoder of its own, however little is in it. */
const MAX_FRAMES = 100

/** zstd data is one frame or several (RFC 8878 3.1), of which Node reads the first. */
function inflateFrames(body: Uint8Array, { maxOutputLength }: InflateOptions): Buffer {
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX }
  const frames: Buffer[] = []
  let room = maxOutputLength
  for (let at = 0; at < body.byteLength || at === 0; ) {
    if (frames.length === MAX_FRAMES) throw new Error(`more than ${MAX_FRAMES} frames`)
    // With `info`, which the types leave out: the output, and how much of the input it took.
    const { buffer, engine } = zstdDecompressSync(body.subarray(at), {
      ...{ params, info: true, maxOutputLength: Math.max(room, 1) },
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    if (buffer.length > room) throw new InflateError('too_large')
    frames.push(buffer)
    room -= buffer.length
    at += engine.bytesWritten
  }
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames)
}

/** Node's own: a chunk that holds nearly every event. */
const CHUNK_BYTES = 16 * 1024
/** A trailer that claims less may not decide: many small chunks would be copied together. */
const LEAST_CHUNK_BYTES = 4 * 1024
/** JSON shrinks to a tenth; a trailer that claims far more is not believed. */
const BELIEVED_RATIO = 32

/** Room for all the output, by the trailer's word (RFC 1952 2.3.1): further chunks would be copied together. */
function gzipChunk(body: Uint8Array, maxBytes: number): number {
  if (body.byteLength < 4) return CHUNK_BYTES
  const size = asBuffer(body).readUInt32LE(body.byteLength - 4)
  const believed = Math.min(maxBytes, BELIEVED_RATIO * body.byteLength)
  return size <= believed ? Math.max(LEAST_CHUNK_BYTES, size + 1) : CHUNK_BYTES
}

/** "deflate" means the zlib format (RFC 9110 8.4.1.2), yet some clients send the bare RFC 1951 stream. */
function inflateDeflate(body: Uint8Array, options: InflateOptions): Buffer {
  if (!looksLikeZlib(body)) return inflateRawSync(body, options)
  try {
    return inflateSync(body, options)
  } catch (error) {
    if (isTooLarge(error)) throw error
    return inflateRawSync(body, options)
  }
}

/** True when the first two bytes are a zlib header: method 8, check bits a multiple of 31 (RFC 1950 2.2). */
export function looksLikeZlib(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 2) return false
  const first = bytes[0]!
  return (first & 0x0f) === 8 && ((first << 8) | bytes[1]!) % 31 === 0
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
