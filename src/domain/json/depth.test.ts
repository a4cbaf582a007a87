import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INPUT_LIMITS } from '#contract/limits.ts'
import { hasMoreValuesThan, isNestedTooDeep } from './depth.ts'

const { jsonLevels } = INPUT_LIMITS
const bytes = (text: string) => Buffer.from(text)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('JSON that is nested too deep', () => {
  test('has more levels than the limit, wherever they are', () => {
    expect(isNestedTooDeep(bytes(nested(jsonLevels)))).toBe(false)
    expect(isNestedTooDeep(bytes(nested(jsonLevels + 1)))).toBe(true)
    expect(isNestedTooDeep(bytes(`{"a":"]\\"]","b":${nested(jsonLevels)}}`))).toBe(true)
    expect(isNestedTooDeep(bytes(`${'{"a":'.repeat(jsonLevels + 1)}1`))).toBe(true)
  })

  test('is looked for within the range only', () => {
    const text = `${'['.repeat(jsonLevels)}{"a":${nested(10)}}`
    expect(isNestedTooDeep(bytes(text), jsonLevels, text.length)).toBe(false)
  })

  test('is not text with many values, or with brackets in its strings', () => {
    const flat = `[${'[],{},'.repeat(jsonLevels)}0]`
    expect(isNestedTooDeep(bytes(flat))).toBe(false)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'é') }), (piece) => {
        const text = JSON.stringify({ long: (piece || '[').repeat(jsonLevels), short: piece })
        expect(isNestedTooDeep(bytes(text))).toBe(false)
      }),
      { numRuns: 20 },
    )
  })
})

test('JSON with many values is known by its commas and brackets, not by those in its strings', () => {
  const list = (length: number) => bytes(JSON.stringify(Array.from({ length }, (_, at) => `,[{${at}`)))
  expect(hasMoreValuesThan(100, list(100))).toBe(false)
  expect(hasMoreValuesThan(100, list(101))).toBe(true)
  const object = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`key,${at}`, {}]))
  expect(hasMoreValuesThan(100, bytes(JSON.stringify(object)))).toBe(true)
  expect(hasMoreValuesThan(1, bytes(JSON.stringify({ text: ',[{'.repeat(1000) })))).toBe(false)
})
