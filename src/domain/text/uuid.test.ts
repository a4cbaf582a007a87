import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUuid, uuidFromBytes, uuidToBytes, uuidToHex } from './uuid.ts'

const DASHED = '0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0'

test.each([
  [DASHED, DASHED],
  [DASHED.toUpperCase(), DASHED],
  [uuidToHex(DASHED), DASHED],
  [uuidToHex(DASHED).toUpperCase(), DASHED],
  [` ${DASHED}`, undefined],
  [`${DASHED}0`, undefined],
  ['0f1e2d3c4b5a49788796a5b4c3d2e1fg', undefined],
  ['', undefined],
  [42, undefined],
  [null, undefined],
])('parseUuid(%j)', (value, expected) => {
  expect(parseUuid(value)).toBe(expected)
})

test('bytes, hex and dashed spelling are the same id', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const uuid = uuidFromBytes(bytes)
      expect(parseUuid(uuidToHex(uuid))).toBe(uuid)
      expect([...uuidToBytes(uuid)]).toEqual([...bytes])
    }),
  )
})

test('bytes keep no memory but their own', () => {
  expect(uuidToBytes('0f8fad5b-d9cb-469f-a165-70867728950e').buffer.byteLength).toBe(16)
})

test('another number of bytes is an error', () => {
  expect(() => uuidFromBytes(new Uint8Array(15))).toThrow(RangeError)
})
