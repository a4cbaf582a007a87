import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

test('decodes what it encodes, and needs no escaping in a URL', () => {
  const cursor = fc.record({
    sort: fc.string(),
    value: fc.oneof(fc.maxSafeInteger(), fc.string({ unit: 'grapheme', maxLength: 250 })),
    id: fc.maxSafeInteger(),
  })
  fc.assert(
    fc.property(cursor, (cursor) => {
      const text = encodeCursor(cursor)
      expect(encodeURIComponent(text)).toBe(text)
      expect(decodeCursor(text)).toEqual(cursor)
    }),
  )
})

test.each([
  '',
  'x',
  '%%%',
  'a b',
  Buffer.from('null').toString('base64url'),
  Buffer.from('{"sort":"a","value":1,"id":2}').toString('base64url'),
  Buffer.from('["a",1]').toString('base64url'),
  Buffer.from('["a",1,2,3]').toString('base64url'),
  Buffer.from('["a",1,null]').toString('base64url'),
  Buffer.from('["a",1e400,1]').toString('base64url'),
  Buffer.from('["a",1.5,1]').toString('base64url'),
  'A'.repeat(5000),
])('%j is not a cursor', (text) => {
  expect(decodeCursor(text)).toBeNull()
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      const cursor = decodeCursor(text)
      if (cursor !== null) expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
    }),
  )
})
