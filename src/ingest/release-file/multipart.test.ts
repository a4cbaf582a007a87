import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../test/support/timing.ts'
import { multipartBoundary, parseMultipart } from './multipart.ts'

const BOUNDARY = '----x'

function write(parts: { name: string; fileName: string | null; bytes: Uint8Array }[]): Buffer {
  const sections = parts.flatMap(({ name, fileName, bytes }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === null ? '' : `; filename="${fileName}"`),
    Buffer.from('\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...sections, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

describe('parseMultipart', () => {
  it('reads back the written bytes', () => {
    const word = fc.stringMatching(/^[\w ./~äöü-]{1,20}$/)
    const part = fc.record({
      name: word,
      fileName: fc.option(word),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc
          .constantFrom('', '\r\n', `x--${BOUNDARY}`, `\n--${BOUNDARY}`, '\r\n\r\n', '--')
          .map((text) => Buffer.from(text)),
      ),
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const read = parseMultipart(write(parts), BOUNDARY)
        expect(read).toEqual(parts.map((each) => ({ ...each, bytes: Buffer.from(each.bytes) })))
      }),
    )
  })

  it('reads any bytes without throwing, in time that grows with them', () => {
    const pieces = fc.constantFrom(
      '\r\n',
      `--${BOUNDARY}`,
      '--',
      ': ',
      'Content-Disposition: form-data; name="a"',
      '"',
      ';',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (texts) => {
        parseMultipart(Buffer.from(texts.join('')), BOUNDARY)
      }),
    )
    const hostile = [
      `--${BOUNDARY}\r\n`.repeat(100_000),
      `--${BOUNDARY}\r\nContent-Disposition: form-data${'; a="'.repeat(400_000)}`,
    ]
    for (const text of hostile) {
      const parsed = () => expect(parseMultipart(Buffer.from(text), BOUNDARY)).toBeNull()
      expect(cpuMsOf(parsed)).toBeLessThan(1000)
    }
  })
})

it.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data;boundary="a b:c"', 'a b:c'],
  ['Multipart/Form-Data; charset=utf-8; BOUNDARY=abc', 'abc'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ['multipart/mixed; boundary=abc', null],
  ['application/json', null],
  [undefined, null],
])('the boundary of %j is %j', (type, boundary) => {
  expect(multipartBoundary(type)).toBe(boundary)
})
