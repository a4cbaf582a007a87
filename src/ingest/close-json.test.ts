import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeJson } from './close-json.ts'

it.each([
  ['{"a":1', '{"a":1}'],
  ['{"a":{"b":[1,{"c":"}"', '{"a":{"b":[1,{"c":"}"}]}}'],
  ['{"a":"\\""', '{"a":"\\""}'],
  ['{}', null],
  ['{"a":"cut', null],
  ['{"a":"\\', null],
  ['[}', null],
  ['}', null],
  ['', null],
  ['['.repeat(65), null],
])('%j becomes %j', (text, closed) => {
  expect(closeJson(text)).toBe(closed)
})

it('restores any object that only lost its last brackets', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const text = JSON.stringify(value)
      expect(closeJson(text.replace(/[}\]]+$/, ''))).toBe(text)
    }),
  )
})
