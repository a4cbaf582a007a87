import fc from 'fast-check'
import { expect, it } from 'vitest'
import { globMatcher } from './glob.ts'

it.each([
  ['web@1.*', 'web@1.2.3', true],
  ['web@1.*', 'web@2.0.0', false],
  ['web@1.*', 'WEB@1.', true],
  ['*', '', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*bc*c', 'abcbc', true],
  ['a*bc*c', 'abc', false],
  ['ResizeObserver', 'ResizeObserver loop', false],
  ['*timeout*', 'Error: the timeout of 5 s', true],
])('%s on %s: %s', (pattern, text, expected) => {
  expect(globMatcher(pattern)(text)).toBe(expected)
})

it('says the same as a regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A'), maxLength: 12 })
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  fc.assert(
    fc.property(patterns, letters, (pattern, text) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(text)
      expect(globMatcher(pattern)(text)).toBe(expected)
    }),
  )
})
