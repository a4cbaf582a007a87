import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTokenSecret, readBearerToken, tokenPrefixOf } from './secret.ts'

describe('secrets of access tokens', () => {
  it('`svc_pat_` + 40 base62 (≥ 160 bits), `token_prefix` = `svc_pat_` + 8', () => {
    const secrets = Array.from({ length: 2000 }, newTokenSecret)
    for (const secret of secrets) expect(secret).toMatch(/^svc_pat_[0-9A-Za-z]{40}$/)
    expect(new Set(secrets).size).toBe(secrets.length)
    expect(tokenPrefixOf(secrets[0]!)).toBe(secrets[0]!.slice(0, 16))
  })

  it('uses every character equally often', () => {
    const counts = new Map<string, number>()
    for (let count = 0; count < 4000; count++) {
      for (const char of newTokenSecret().slice(8)) counts.set(char, (counts.get(char) ?? 0) + 1)
    }
    // 160,000 draws from 62: 2,581 each. A remainder of bytes by 62 would give the first eight 3,125.
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - 160_000 / 62)).toBeLessThan(300)
  })

  it('are read from a bearer header, the scheme in any case', () => {
    const secret = newTokenSecret()
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER  '])
      expect(readBearerToken(scheme + secret)).toBe(secret)
  })

  it('are read from nothing else', () => {
    const secret = newTokenSecret()
    for (const header of [
      secret,
      `Basic ${secret}`,
      `Bearer ${secret.toUpperCase()}`,
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer ${secret} ${secret}`,
      `Bearer "${secret}"`,
      `Bearer ${secret}, Bearer ${secret}`,
      'Bearer',
      '',
    ]) {
      expect(readBearerToken(header), header).toBeNull()
    }
    fc.assert(fc.property(fc.string(), (text) => readBearerToken(`Bearer ${text}`) === null))
  })
})
