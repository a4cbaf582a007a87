import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

const ORIGIN = 'https://errors.example.com'

describe('returnPath', () => {
  it.each([
    '/issues',
    '/issues/0f8fad5b?tab=events&release=web@1.0.0#top',
    '/issues?q=is:resolved "two words" a\\b',
    '/account?return=https://evil.test',
    '/@evil.test',
    '/%2F/evil.test',
  ])('%s is one of our paths', (path) => {
    const found = returnPath(path, ORIGIN)
    expect(new URL(found!, ORIGIN).href).toBe(new URL(path, ORIGIN).href)
  })

  it.each([
    'https://evil.test',
    'HTTPS:evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/.//evil.test',
    '/issues/..//evil.test',
    '/%2e//evil.test',
    '/.\\/evil.test',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://errors.example.com/x',
    'https://errors.example.com@evil.test',
    'issues',
    '?q=x',
    '',
    undefined,
    null,
    7,
    ['/issues'],
  ])('%j is not', (value) => {
    expect(returnPath(value, ORIGIN)).toBeUndefined()
  })

  it('whatever it lets through stays on the origin, however often it is read', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      '%2e',
      '%2f',
      'evil.test',
      ' ',
      'a',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = returnPath(parts.join(''), ORIGIN)
        if (path === undefined) return
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
        expect(returnPath(path, ORIGIN)).toBe(path)
      }),
      { numRuns: 5000 },
    )
  })
})
