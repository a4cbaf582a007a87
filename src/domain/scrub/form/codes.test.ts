import { expect, test } from 'vitest'
import { scrubText } from '../text.ts'

test('the secret of an authenticator is hidden in the groups that it is shown in', () => {
  expect(scrubText('2FA secret for jo: JBSW Y3DP EHPK 3PXP')).toBe('2FA secret for jo: [Filtered]')
  expect(scrubText('totp secret: jbsw y3dp ehpk 3pxp, of jo')).toBe('totp secret: [Filtered], of jo')
  expect(scrubText('secret: this must have been more than 3')).toBe('secret: this must have been more than 3')
})

test('a PIN is hidden in a sentence, too, and a pin of a board is not', () => {
  expect(scrubText('PIN: 4711 is wrong')).toBe('PIN: [Filtered] is wrong')
  expect(scrubText('pin: 13 is high')).toBe('pin: 13 is high')
})

test('a code is hidden in the two groups that it is shown in', () => {
  expect(scrubText('604 213 is your Acme verification code')).toBe(
    '[Filtered] is your Acme verification code',
  )
  expect(scrubText('Your Acme code: 604-213')).toBe('Your Acme code: [Filtered]')
})

test.each([';4242424242424242=27121010000000000000?', '%B4242424242424242^DOE/JO^27121010000000000000?'])(
  'the stripe of a card is hidden with its number: %s',
  (track) => {
    expect(scrubText(track)).toMatch(/^(?:;|%B)\[Filtered\]\?$/)
  },
)

test('the method that a bot called stays', () => {
  expect(
    scrubText('https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getUpdates'),
  ).toBe('https://api.telegram.org/bot[Filtered]/getUpdates')
})

test('a number of a licence is a secret behind its key, and a number of an order elsewhere', () => {
  expect(scrubText('licence key: K7QM-29XP-4TBW-88YY')).toBe('licence key: [Filtered]')
  expect(scrubText('order K7QM-29XP-4TBW was sent')).toBe('order K7QM-29XP-4TBW was sent')
})

test('a password that Google or Apple made for one program is hidden in its groups', () => {
  expect(scrubText('app password abcd efgh ijkl mnop was rejected')).toBe(
    'app password [Filtered] was rejected',
  )
  expect(scrubText('app-specific password: abcd-efgh-ijkl-mnop')).toBe('app-specific password: [Filtered]')
  expect(scrubText('the password must have been sent')).toBe('the password must have been sent')
})

test.each([
  'Type 604213 to confirm the transfer',
  'use the code 604213 to log in',
  'OTP for +15550100: 604213',
  'login code: 604213',
  'Enter 604213 to continue',
  'entered code 604213 for verification',
  'sms-code=604213',
  '2fa code 604213 has expired',
  'Authenticator code: 604213',
  'https://shop.example/verify-phone?phone=1555&code=604213',
  'https://shop.example/activate?pin=604213',
  'Customer typed PIN 604213 twice',
  'the PIN was 604213',
  'wrong pin code: 604213',
  '604213 is your Acme code',
  'otp code 604213 of jo is wrong',
  'Your OTP is 604213. It expires soon.',
  'wrong otp 604213',
  'BLE passkey: 604213',
  'the pin was 604213.',
])('a code to be typed: %s', (text) => {
  expect(scrubText(text)).not.toContain('604213')
})
