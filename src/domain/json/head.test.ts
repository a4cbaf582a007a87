import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/timing.ts'
import { jsonHead } from './head.ts'
import type { Json } from './json.ts'

const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }) as fc.Arbitrary<Json>

test('is the JSON of a value that is short enough', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value)
      expect(jsonHead(value, text.length)).toBe(text)
    }),
  )
})

test('begins as the JSON of a longer value, and is not much longer than asked for', () => {
  fc.assert(
    fc.property(json, fc.nat({ max: 100 }), (value, chars) => {
      const text = JSON.stringify(value)
      const head = jsonHead(value, chars)
      const sure = Math.min(chars, head.length)
      expect(head.slice(0, sure)).toBe(text.slice(0, sure))
      expect(head.length).toBeGreaterThanOrEqual(Math.min(chars, text.length))
      expect(head.length).toBeLessThanOrEqual(6 * chars + 40)
    }),
  )
})

test.each<[string, Json]>([
  ['wide', Array.from({ length: 2_000_000 }, () => 0)],
  ['deep', JSON.parse(`${'['.repeat(500_000)}${']'.repeat(500_000)}`) as Json],
  ['long', 'x'.repeat(20_000_000)],
])('looks at the beginning of a %s value only', (_name, value) => {
  const heads = () => {
    for (let round = 0; round < 100; round++) expect(jsonHead(value, 100).length).toBeLessThan(700)
  }
  expect(cpuMsOf(heads)).toBeLessThan(200)
})
