import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scrubEvent } from '../scrub.ts'
import { isHarmlessText, scrubText, scrubTextOf } from '../text.ts'
import { RARE_FOREIGN_WORDS } from './secret-key-words.ts'
import { SIGN } from './text-signs.ts'

const EVERY_SIGN = Object.values(SIGN).reduce((all, sign) => all | sign, 0) & ~SIGN.unstorable
const WORDS = (
  'password pwd token secret session api_key cookie bearer Basic auth pw psk pin mdp totp mfa senha clave parola ' +
  'identified by recovery code backup verification is your answer cvc mnemonic phrase OTP samlResponse verifier device_code authorization_code ' +
  'mysql -p curl -u aws configure set vault login cargo nuget setapikey git kinit echo send | <<< --token /p: sudo -S login( connect( ' +
  'reset-password invite join magic hooks verify activate reset reset link: log-in creds authenticate ada: INSERT INTO users (name, VALUES ( kind: Secret data: user@ https:// ?sig= &code= ' +
  '= : => -> \' " \\" , ; \n \t \\n %20 %3D \\u0022 # [ ] { } ( ) < > / - _ . x the user'
)
  .split(' ')
  .concat(RARE_FOREIGN_WORDS)
const VALUES = [
  'hunter2',
  'Tr0ub4dor3xyz',
  'tiger',
  '482913',
  '4111111111111111',
  'sk_live_51HqX2eLkdIwHu7ixZx9bJkQ2mN4pR8',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
]

test('a sign that is missing never keeps a secret', () => {
  const part = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...VALUES))
  const text = fc.array(fc.tuple(part, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, fc.constantFrom('prose', 'source', 'name'), (parts, kind) => {
      const whole = parts.flat().join('')
      const scrubbed = isHarmlessText(whole) ? whole : scrubTextOf(whole, kind)
      expect(scrubbed).toBe(scrubTextOf(whole, kind, EVERY_SIGN))
    }),
    { numRuns: 3000 },
  )
})

describe('A secret without a digit or a sign beside it', () => {
  test.each([
    'grant connect to jo identified by tiger',
    'machine api.example.com login jo password hunterTiger',
    'setx API_TOKEN hunterTiger',
    'wrangler secret put API_TOKEN hunterTiger',
  ])('is found: %s', (message) => {
    expect(JSON.stringify(scrubEvent({ message }))).not.toMatch(/tiger/i)
  })

  test.each([
    'the session of this user has expired',
    'no password was given',
    'clave de acceso no encontrada',
  ])('is not there: %s', (message) => {
    expect(scrubEvent({ message })).toEqual({ message })
  })
})

describe('Behind an escape', () => {
  const TOKENS = VALUES.filter((value) => value.length > 15)

  test.each(['\\n', '\\t', '\\\\n', '\\u0022', '\\x22', '%20', '%3D', '%0a'])(
    '%s a token begins',
    (before) => {
      for (const token of TOKENS)
        expect(scrubText(`it said${before}${token}`)).toBe(`it said${before}[Filtered]`)
    },
  )

  test.each([
    ['h%3DBearer%20c2VjcmV0LXRva2Vu9x8', 'h%3DBearer%20[Filtered]'],
    ['auth=Bearer%20c2VjcmV0LXRva2Vu9x8', 'auth=[Filtered]'],
    ['jo\\npin: 4821', 'jo\\npin: [Filtered]'],
    ['jo\\n078-05-1120', 'jo\\n[Filtered]'],
  ])('%s', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed)
  })

  test.each(['C:\\nodes\\risk_live_view.ts', 'task_live_reload', '100%25 of risk-management'])(
    '%s is none',
    (text) => {
      expect(scrubText(text)).toBe(text)
    },
  )
})
