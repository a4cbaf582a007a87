import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { passwordProblem } from './password-rule.ts'

describe('a new password', () => {
  it('has 12 characters or more, counted as people count them', () => {
    expect(passwordProblem('elevenchars')).toMatch(/at least 12/)
    expect(passwordProblem('twelve chars')).toBeNull()
    expect(passwordProblem('🦊'.repeat(5))).toMatch(/at least 12/)
  })

  it('has at most 256 bytes', () => {
    const words = Array.from({ length: 70 }, (_, index) => `w${index}`).join(' ')
    expect(passwordProblem(words.slice(0, 256))).toBeNull()
    expect(passwordProblem(words.slice(0, 257))).toMatch(/at most 256/)
  })

  it('is not among the common ones, in any case', () => {
    expect(passwordProblem('Password1234')).toMatch(/first that are tried/)
    fc.assert(
      fc.property(fc.constantFrom(...COMMON_PASSWORDS), (common) => {
        expect(passwordProblem(common.toUpperCase())).not.toBeNull()
      }),
    )
  })

  it('is not up to six characters over and over', () => {
    const repetition = fc
      .tuple(fc.string({ minLength: 1, maxLength: 6 }), fc.integer({ min: 12, max: 40 }))
      .map(([unit, length]) => unit.repeat(length).slice(0, length))
    fc.assert(
      fc.property(repetition, (password) => {
        expect(passwordProblem(password)).not.toBeNull()
      }),
    )
  })
})
