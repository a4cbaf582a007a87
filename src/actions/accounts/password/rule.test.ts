import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordProblem, requirePasswordLength } from './rule.ts'
import { passwordStrength } from './strength.ts'

const OWNER = {
  email: 'ada.lovelace@example.com',
  name: 'Ada Lovelace',
  organization: 'Analytical Engines Ltd',
}
const problemOf = (password: string) => passwordProblem(password, OWNER)

describe('a new password', () => {
  it('has 12 characters or more, counted as people count them', async () => {
    expect(await problemOf('elevenchars')).toMatch(/at least 12/)
    expect(await problemOf('🦊'.repeat(5))).toMatch(/at least 12/)
    expect(() => requirePasswordLength('elevenchars', 'new_password')).toThrow(/at least 12/)
  })

  it('has at most 256 bytes', async () => {
    const words = Array.from({ length: 70 }, (_, index) => `w${index}`).join(' ')
    expect(await problemOf(words.slice(0, 256))).toBeNull()
    expect(await problemOf(words.slice(0, 257))).toMatch(/at most 256/)
  })

  it.each([
    ...['password1234!', 'Password123!', 'qwerty123456!', 'letmein1234567', 'iloveyou2026', 'administrator2'],
    ...['12345678901234567890', 'aaaaaaaaaaab', 'abcd1234abcd1234!', 'errata123456', 'Password1234'],
    ...['passwordpassword', '1q2w3e4r5t6y', 'zaq12wsx3edc', 'Qwertyuiop12', 'asdfghjkl123', 'P@ssw0rd2026!'],
    ...['ada.lovelace@example.com', 'ADA.LOVELACE@EXAMPLE.COM', 'AdaLovelace1', 'lovelace2026!'],
    ...['Analytical2026!', 'Errata-2026!!', 'ErrataErrata1', 'examplecom12!'],
    ...['Summer2026!!', 'Winter2025!!!', '!!Summer2026', 'Welcome2026!!', 'January2026!', 'Monday123456'],
    ...['abcabcabcabcabc', '111111111111', 'mysecretpassword1'],
  ])('%s is refused, with the reason', async (password) => {
    expect(await problemOf(password)).toMatch(/^[A-Z].+\. [A-Z].+\.$/)
  })

  it.each([
    ...[
      'seven quiet herons wade',
      'a phrase of some length',
      'correct staple wanders north',
      'twelve lamps burn',
    ],
    ...['x7Kp!w2Lz9Qm', 'tr0ub4dor&3xx-lamp', 'Зелёный чайник на крыше', '静かな七羽の鷺が歩く川辺で'],
    ...['seven quiet herons wade!!!', 'Sommer regnet selten in Graz'],
  ])('%s is taken', async (password) => {
    expect(await problemOf(password)).toBeNull()
  })

  it('is judged by its first 100 characters, in bounded time', async () => {
    const hostile = [
      '1234567890'.repeat(25),
      'aB1!'.repeat(60),
      '4@8({[</369&#!1|0$5+7%2/'.repeat(10),
      '!'.repeat(256),
    ]
    for (const password of hostile) {
      const startedAt = process.cpuUsage()
      await problemOf(password)
      const { user } = process.cpuUsage(startedAt)
      expect(user / 1e6).toBeLessThan(10)
    }
  })

  it('of any kind gets a verdict', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 12, maxLength: 60, unit: 'binary' }), async (password) => {
        const { score } = await passwordStrength({ password, words: [] })
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(4)
      }),
      { numRuns: 3 },
    )
  })
})
