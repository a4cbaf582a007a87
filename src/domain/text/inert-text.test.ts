import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLine, fenceFor, inertLine, inertLines, maskedEmail } from './inert-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom('`', ']', '(', '<', '[', '\n', '\u001b', '[', '\u202e', 'a', ':', '!', '\r'),
    maxLength: 80,
  }),
  fc.string({
    unit: fc.constantFrom(...'`\u1fef\uff40\uff3d\uff08\uff1c\uff41\u0301\uff1a] @/a('),
    maxLength: 80,
  }),
)
/** Characters allowed in a shown line: no control, format or other invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

describe('text that others wrote', () => {
  it('nothing invisible is left, and no line end, link, image, tag or long run of backticks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = inertLine(text)
        expect(line).not.toMatch(INVISIBLE)
        expect(line).not.toMatch(/\]\(|\]:|<[a-z/!?]|`{9}/i)
      }),
    )
  })

  it('normalised by a reader, it is as harmless as before', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = inertLine(text)
        for (const form of ['NFC', 'NFKC'])
          expect(line.normalize(form)).not.toMatch(/\]\(|\]:|<[a-z/!?]|`{9}|(?:^|\s)@\//i)
        expect(line.normalize('NFKC').split('`').length).toBe(line.split('`').length)
      }),
    )
  })

  it('is stable: shown text stays the same when shown again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = inertLine(text)
        expect(inertLine(once)).toBe(once)
      }),
    )
  })

  it('no line closes the fence that is made for the lines', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (texts) => {
        const lines = texts.flatMap(inertLines)
        const fence = fenceFor(lines)
        for (const line of lines) expect(line).not.toContain(fence)
      }),
    )
  })

  it('plain text and code stay readable', () => {
    const plain = "TypeError: Cannot read properties of undefined (reading 'id') — naïve 日本語 😀"
    expect(inertLine(plain)).toBe(plain)
    expect(inertLine('const x = a[0] + `b`')).toBe('const x = a[0] + `b`')
    expect(inertLine('a\u200bb\u202ec\0')).toBe('a\\u{200B}b\\u{202E}c\\u{0}')
    expect(inertLine('\u001b[31mred\u001b[0m')).toBe('red')
    expect(inertLine('one\r\ntwo')).toBe('one\\ntwo')
    expect(inertLine("import x from '@/a', @sentry/node")).toBe("import x from '@/a', @sentry/node")
    expect(inertLine('ठीक है ñ กี่')).toBe('ठीक है ñ กี่')
    expect(inertLine('![x](http://a) <img src=x>')).toBe('![x] (http://a) < img src=x>')
  })

  it('cut text says by how much, and has no half character', () => {
    expect(cutLine('abcdef', 6)).toBe('abcdef')
    expect(cutLine('abcdefgh', 6)).toBe('abcdef… +2 chars')
    expect(cutLine('x'.repeat(4200), 1000)).toMatch(/^x{1000}… \+3\.2k chars$/)
    expect(cutLine('ab😀cd', 3)).toBe('ab… +3 chars')
  })

  it('addresses are masked', () => {
    expect(maskedEmail('ada@example.com')).toBe('a***@example.com')
    expect(maskedEmail('@example.com')).toBe('***')
    expect(maskedEmail('ada')).toBe('***')
  })
})
