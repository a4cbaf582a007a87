import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretText, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B, the rows of SHA-1; of their eight digits the last six.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %d s after 1970', (seconds, digits) => {
    expect(totpCode(SECRET, totpStep(seconds * 1000))).toBe(digits.slice(2))
  })

  it('are taken for their step and one step either side', () => {
    const now = 1_795_000_000_000
    const step = totpStep(now)
    for (let off = -3; off <= 3; off++) {
      const found = stepOfCode(SECRET, totpCode(SECRET, step + off), { now, after: 0 })
      expect(found, String(off)).toBe(Math.abs(off) <= 1 ? step + off : null)
    }
  })

  it('are not taken up to the step that was used last', () => {
    const now = 1_795_000_000_000
    const step = totpStep(now)
    const code = totpCode(SECRET, step)
    expect(stepOfCode(SECRET, code, { now, after: step - 1 })).toBe(step)
    expect(stepOfCode(SECRET, code, { now, after: step })).toBeNull()
  })

  it('are not taken for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => stepOfCode(SECRET, `x${text}`, { now: 99_999, after: 0 }) === null),
    )
  })
})

describe('a secret', () => {
  // RFC 4648, section 10, of the lengths that need no padding.
  it.each([
    ['fooba', 'MZXW6YTB'],
    ['', ''],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('%j is the text %s', (bytes, text) => {
    expect(secretText(Buffer.from(bytes))).toBe(text)
  })

  it('is in the URI of the QR code, under the email address', () => {
    const uri = new URL(totpUri(SECRET, 'ada+x@example.com'))
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Errata:ada%2Bx%40example\.com\?/)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: secretText(SECRET),
      issuer: 'Errata',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
