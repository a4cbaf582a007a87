import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ContentEncoding } from './content-encoding.ts'
import { createInflater, inflateHead } from './inflate-stream.ts'

const CODECS: [string, ContentEncoding, (bytes: Uint8Array) => Buffer][] = [
  ['identity', 'identity', (bytes) => Buffer.from(bytes)],
  ['gzip', 'gzip', (bytes) => gzipSync(bytes)],
  ['zlib', 'deflate', (bytes) => deflateSync(bytes)],
  ['raw deflate', 'deflate', (bytes) => deflateRawSync(bytes)],
  ['br', 'br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ['zstd', 'zstd', (bytes) => zstdCompressSync(bytes)],
]
const LINE = '{"dsn":"http://key@host/1"}'

describe.each(CODECS)('the head of a body in %s', (_, encoding, compress) => {
  const body = compress(Buffer.concat([Buffer.from(`${LINE}\n`), randomBytes(100_000)]))

  it('is read although the rest is not there', async () => {
    const head = await inflateHead(body.subarray(0, 4096), encoding, 65_536)
    expect(head.toString('latin1').slice(0, LINE.length)).toBe(LINE)
  })

  it('is bounded, whatever the body inflates to', async () => {
    const bomb = compress(Buffer.alloc(8 * 1024 * 1024, ' '))
    expect(await inflateHead(bomb.subarray(0, 65_536), encoding, 65_536)).toHaveLength(65_536)
  })

  it('is empty, or the part before the damage, if the body is broken or missing', async () => {
    expect(await inflateHead(Buffer.alloc(0), encoding, 100)).toHaveLength(0)
    const broken = await inflateHead(Buffer.from('ff00ff00ff00ff', 'hex'), encoding, 100)
    expect(broken.length).toBeLessThanOrEqual(100)
  })
})

it('counts the window that a brotli stream asks for', () => {
  const held = [16, 18, 22, 24].map((windowLog) => {
    const params = { [constants.BROTLI_PARAM_LGWIN]: windowLog, [constants.BROTLI_PARAM_QUALITY]: 5 }
    const inflater = createInflater('br', brotliCompressSync(randomBytes(100_000), { params }))
    inflater.stream.destroy()
    return Math.floor(Math.log2(inflater.heldBytes - 64 * 1024))
  })
  expect(held).toEqual([16, 18, 22, 24])
})
