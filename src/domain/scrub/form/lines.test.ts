import { describe, expect, test } from 'vitest'
import { scrubEventText } from '../scrub.ts'
import { scrubText } from '../text.ts'

/** A text, and what must not be left of it. */
const SECRETS: readonly (readonly [text: string, secret: string])[] = [
  ['Password:\nhunter2!x', 'hunter2!x'],
  ['Username:\njo\nPassword:\r\nTr0ub4dor&3\nSign in', 'Tr0ub4dor&3'],
  ['API key:\n\n9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ['client_secret\nq8RtY2uI0pAsDfGh', 'q8RtY2uI0pAsDfGh'],
  ['spring.datasource.password hunter2x9\nserver.port 8080', 'hunter2x9'],
  ['password hunter2', 'hunter2'],
  ['logged in with user jo password hunter2', 'hunter2'],
  ['could not connect to jo:s3cr3tpw@db.shop.example', 's3cr3tpw'],
  ['connecting as admin:Qw3rty99@mongo-1:27017', 'Qw3rty99'],
  ['jo:S3cr3t!pw@10.0.0.7:5432/shop refused', 'S3cr3t!pw'],
  ['UserCredentials(jo, hunter2x9)', 'hunter2x9'],
  ["SELECT id FROM sessions WHERE key = 'k9f8e7d6c5b4a3928'", 'k9f8e7d6c5b4a3928'],
  [
    "DELETE FROM tokens WHERE hash = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'",
    'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  ],
  ["{ [Symbol(password)]: 'hunter2x9', id: 7 }", 'hunter2x9'],
  ['password = Just "hunter2x9"', 'hunter2x9'],
  ['ADDUSER JO PASSWORD(HUNTER2X)', 'HUNTER2X'],
  ['Password:\ntest1ngP4ss', 'test1ngP4ss'],
  ['name="api_key"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n9f8e7d6c5b4a\r\n--b--', '9f8e7d6c5b4a'],
]

const ORDINARY: readonly string[] = [
  'Enter password:\nAccess denied',
  'Password:\n2026-03-01T10:00:00Z login failed',
  'Password:\nEmail:\nName:',
  'Password:\njo@shop.example',
  'secret:\n/run/secrets/db2',
  'id\npassword\noauth2provider\n',
  'token:\n  at Object.<anonymous>',
  'password varchar2\nname varchar2',
  'password\nfield_12\n',
  'secret shop-db2',
  'password sha256',
  'user jo password expired',
  'login anonymous, passwd anonymous@',
  'password(len) and PASSWORD(30)',
  'mailto:jo77@shop.example could not be opened',
  'to:m4rk@shop.example from:jo@shop.example',
  'sip:jo77@pbx.shop.example:5060 unreachable',
  'image shop:1.4.2@sha256:9f8e7d6c5b4a392817069f8e7d6c5b4a39281706',
  'at 10:30:12@web-1:22 worker stopped',
  'npm:react@18.2.0 not found',
  "SELECT * FROM settings WHERE key = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'",
  "SELECT * FROM sessions WHERE id = '9f8e7d6c-5b4a-3928-1706-fedcba987654'",
  'new UsernamePasswordToken(username, password1)',
  "{ [Symbol(kind)]: 'cart7', [Symbol(tokenCount)]: 17 }",
  'password=Optional.empty',
  'eos_token_id=50256 pad_token_id=0',
  "tokens=['the', 'cat', 'sat']",
]

describe('values beside their label', () => {
  test.each(SECRETS)('%j has no secret left', (text, secret) => {
    expect(scrubText(text)).toContain('[Filtered]')
    expect(scrubText(text)).not.toContain(secret)
  })

  test.each(ORDINARY)('%j stays', (text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('what stands around the secret stays', () => {
    expect(scrubText('Password:\r\nTr0ub4dor\r\nSign in')).toBe('Password:\r\n[Filtered]\r\nSign in')
    expect(scrubText('a jo:s3cr3tpw@db:5432/shop b')).toBe('a jo:[Filtered]@db:5432/shop b')
  })

  test('in source code only literals are secrets', () => {
    const event = { exception: [{ stacktrace: { frames: [{ context_line: 'password(user2name)' }] } }] }
    expect(scrubEventText(JSON.stringify(event))).toEqual(event)
  })
})
