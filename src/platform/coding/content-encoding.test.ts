import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { POOL_BYTES } from '../threads/save-memory.ts'
import { type ContentEncoding, canonicalEncoding, InflateError, inflate } from './content-encoding.ts'
import { freeMemory } from './free-memory.ts'

type Compress = (bytes: Uint8Array) => Buffer
const CODECS: [string, ContentEncoding, Compress][] = [
  ['identity', 'identity', (bytes) => Buffer.from(bytes)],
  ['gzip', 'gzip', (bytes) => gzipSync(bytes)],
  ['zlib', 'deflate', (bytes) => deflateSync(bytes)],
  ['raw deflate', 'deflate', (bytes) => deflateRawSync(bytes)],
  ['br', 'br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ['zstd', 'zstd', (bytes) => zstdCompressSync(bytes)],
]

function reasonOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof InflateError) return error.reason
    throw error
  }
}

describe('canonicalEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    [' none ', 'identity'],
    ['Identity', 'identity'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['Zlib', 'deflate'],
    ['deflate', 'deflate'],
    ['BR', 'br'],
    ['zstd', 'zstd'],
    ['gzip, gzip', null],
    ['compress', null],
    ['constructor', null],
  ])('%j is %j', (header, expected) => {
    expect(canonicalEncoding(header)).toBe(expected)
  })
})

describe.each(CODECS)('%s', (_, encoding, compress) => {
  it('decompresses what it compressed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(Buffer.compare(inflate(compress(bytes), encoding, 5000), bytes)).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  it('takes exactly the budget and not a byte more', () => {
    const body = compress(Buffer.alloc(70_000, 'ab'))
    expect(inflate(body, encoding, 70_000)).toHaveLength(70_000)
    expect(reasonOf(() => inflate(body, encoding, 69_999))).toBe('too_large')
  })

  it('stops a bomb early', () => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024))
    const before = process.memoryUsage().external
    expect(reasonOf(() => inflate(bomb, encoding, 2 * 1024 * 1024))).toBe('too_large')
    expect(process.memoryUsage().external - before).toBeLessThan(16 * 1024 * 1024)
  })
})

describe('freeMemory', () => {
  const pool = Buffer.poolSize
  afterEach(() => {
    Buffer.poolSize = pool
  })

  it('frees what a gzip body inflates to, from the size that the pool of a thread leaves out', () => {
    Buffer.poolSize = POOL_BYTES
    for (const size of [POOL_BYTES / 2, 15_600, 200_000]) {
      const text = createHash('shake256', { outputLength: size / 2 }).digest('hex')
      const bytes = inflate(gzipSync(text), 'gzip', 400_000)
      expect(bytes).toHaveLength(size)
      freeMemory(bytes)
      expect(bytes).toHaveLength(0)
    }
  })

  it('leaves bytes alone that share their memory with others', () => {
    const shared = Buffer.from('ab'.repeat(20_000))
    for (const part of [Buffer.from('of the pool'), shared.subarray(0, 30_000), shared.subarray(2)]) {
      const { length } = part
      freeMemory(part)
      expect(part).toHaveLength(length)
    }
    freeMemory(new Uint8Array(new SharedArrayBuffer(8)))
    expect(shared).toHaveLength(40_000)
  })
})

describe('hostile bodies', () => {
  it.each(CODECS.slice(1))('refuse a cut body: %s', (_, encoding, compress) => {
    const body = compress(
      Buffer.from('a sentence that is long enough to be cut somewhere in the middle of it'),
    )
    expect(reasonOf(() => inflate(body.subarray(0, body.length - 12), encoding, 5000))).toBe('broken')
    expect(reasonOf(() => inflate(Buffer.alloc(0), encoding, 5000))).toBe('broken')
  })

  it('never throws anything but InflateError', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...CODECS.map((codec) => codec[1])),
        (bytes, encoding) => {
          expect(['none', 'broken', 'too_large']).toContain(reasonOf(() => inflate(bytes, encoding, 200)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([0, 1, 300_000, 2 ** 32 - 1])(
    'inflates a gzip body whose trailer gives %d bytes as broken',
    (claimed) => {
      const body = gzipSync(Buffer.alloc(200_000, 'ab'))
      body.writeUInt32LE(claimed, body.length - 4)
      expect(reasonOf(() => inflate(body, 'gzip', 400_000))).toBe('broken')
    },
  )

  it('inflates gzip members that follow one another, though the trailer gives the size of the last', () => {
    const body = Buffer.concat([gzipSync(Buffer.alloc(100_000, 'a')), gzipSync(Buffer.from('b'))])
    expect(inflate(body, 'gzip', 200_000)).toHaveLength(100_001)
  })

  it('reads all frames of zstd data, up to a hundred, within one budget', () => {
    const frame = zstdCompressSync(Buffer.alloc(50, 'a'))
    const body = (count: number, ...more: Buffer[]) => Buffer.concat([...Array(count).fill(frame), ...more])
    expect(inflate(body(3), 'zstd', 150).toString()).toBe('a'.repeat(150))
    expect(inflate(body(100), 'zstd', 5000)).toHaveLength(5000)
    expect(reasonOf(() => inflate(body(3), 'zstd', 149))).toBe('too_large')
    expect(reasonOf(() => inflate(body(101), 'zstd', 10_000))).toBe('broken')
    expect(reasonOf(() => inflate(body(1, Buffer.from('more')), 'zstd', 5000))).toBe('broken')
    expect(reasonOf(() => inflate(Buffer.alloc(0), 'zstd', 5000))).toBe('broken')
  })

  it('refuses a zstd frame that asks for a 128 MiB window', () => {
    // RFC 8878: magic, empty frame descriptor, window descriptor, one last raw block of 3 bytes.
    const frame = (windowLog: number) =>
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3, 0x19, 0, 0, 97, 98, 99])
    expect(inflate(frame(20), 'zstd', 5000).toString()).toBe('abc')
    expect(reasonOf(() => inflate(frame(27), 'zstd', 5000))).toBe('broken')
  })
})
