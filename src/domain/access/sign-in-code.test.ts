import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_CODE_BYTES, readSignInCode, recoveryCode } from './sign-in-code.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456\n', { kind: 'app', code: '123456' }],
  ['12-34-56', { kind: 'app', code: '123456' }],
  ['0000-1111-abcd-wxyz', { kind: 'recovery', code: '00001111abcdwxyz' }],
  ['OOOO iLil ABCD WXYZ', { kind: 'recovery', code: '00001111abcdwxyz' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
  ['０１２３４５', null],
  ['uuuu-uuuu-uuuu-uuuu', null],
  ['0000-1111-abcd-wxyz-0', null],
])('%j is read as %j', (text, code) => {
  expect(readSignInCode(text)).toEqual(code)
})

test('every recovery code is read as what it is, however it is typed', () => {
  const random = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })
  fc.assert(
    fc.property(random, (bytes) => {
      const shown = recoveryCode(bytes)
      expect(shown).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/)
      const code = { kind: 'recovery', code: shown.replaceAll('-', '') }
      for (const typed of [shown, shown.toUpperCase(), shown.replaceAll('-', ' '), code.code]) {
        expect(readSignInCode(typed)).toEqual(code)
      }
    }),
  )
})
