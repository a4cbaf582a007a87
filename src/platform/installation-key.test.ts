import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InstallationKey } from './installation-key.ts'

const key = new InstallationKey(Buffer.alloc(32, 7))
const other = new InstallationKey(randomBytes(32))

describe('an installation key', () => {
  it('opens only what it sealed for the same purpose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
        const sealed = key.seal(purpose, text)
        expect(sealed).toMatch(/^[\w-]+$/)
        expect(key.seal(purpose, text)).toBe(sealed)
        expect(key.open(purpose, sealed)).toBe(text.toWellFormed())
        expect(key.open(`${purpose}x`, sealed)).toBeNull()
        expect(other.open(purpose, sealed)).toBeNull()
      }),
    )
  })

  it('opens nothing that was changed or made up', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.string(), (text, at, madeUp) => {
        const bytes = Buffer.from(key.seal('x', text), 'base64url')
        bytes[at % bytes.length]! ^= 1
        expect(key.open('x', bytes.toString('base64url'))).toBeNull()
        expect(key.open('x', madeUp)).toBeNull()
        expect(key.openId('x', madeUp)).toBeNull()
      }),
    )
  })

  it('hides row keys: neighbours have nothing in common, and each comes back', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.string(), (id, purpose) => {
        const sealed = key.sealId(purpose, id)
        expect(sealed).toMatch(/^[0-9a-f]{32}$/)
        expect(key.openId(purpose, sealed)).toBe(id)
        expect(key.openId(`${purpose}x`, sealed)).toBeNull()
        expect(other.openId(purpose, sealed)).toBeNull()
        expect(sealed.slice(0, 8)).not.toBe(key.sealId(purpose, id + 1).slice(0, 8))
      }),
    )
  })
})
