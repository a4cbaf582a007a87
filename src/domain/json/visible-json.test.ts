import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleJson } from './visible-json.ts'

describe('JSON in which nothing is hidden', () => {
  it('is the same value for a parser, and well-formed', () => {
    const value = fc.jsonValue()
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(value, text, (any, name) => {
        const given = { any, [name === '__proto__' ? 'name' : name]: name }
        expect(JSON.parse(visibleJson(given))).toEqual(JSON.parse(JSON.stringify(given)))
      }),
    )
  })

  it('shows directions, tags, zero widths and controls as escapes, and leaves what can be seen', () => {
    expect(visibleJson('a\u202eb\u{e0041}\u200b\u009b\u007f\u2028')).toBe(
      '"a\\u202eb\\udb40\\udc41\\u200b\\u009b\\u007f\\u2028"',
    )
    expect(visibleJson({ größe: '日本語 😀' })).toBe('{"größe":"日本語 😀"}')
  })
})
