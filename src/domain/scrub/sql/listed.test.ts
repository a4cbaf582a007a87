import { expect, test } from 'vitest'
import { scrubText } from '../text.ts'

test.each([
  "[SQL: SELECT id FROM users WHERE name = ? AND api_key = ?]\n[parameters: ('ada', 'Zk3Lw0Vt')]",
  'query failed: UPDATE "user" SET "name" = $2, "password" = $1 WHERE "id" = $3 -- PARAMETERS: ["Zk3Lw0Vt","ada",5]',
  "(0.002) UPDATE auth_user SET password = %s, age = %s WHERE id = %s; args=('Zk3Lw0Vt', 30, 5)",
  'DELETE FROM sessions WHERE session_token = @p0 params: ["Zk3Lw0Vt"]',
  "ERROR: update users set secret = $1 where id = $2 CONTEXT: unnamed portal with parameters: $1 = 'Zk3Lw0Vt', $2 = '5'",
])('a value in the list behind a statement is hidden: %s', (text) => {
  expect(scrubText(text)).not.toContain('Zk3Lw0Vt')
  expect(scrubText(text).replace('[Filtered]', 'Zk3Lw0Vt')).toBe(text)
})

test.each([
  'UPDATE users SET name = ?, age = ? WHERE id = ?; params: ["Zk3Lw0Vt", 30, 5]',
  'SELECT password FROM users WHERE id = ? -- args: ["Zk3Lw0Vt"]',
  'UPDATE users SET password = ? WHERE id = ?; args: [null, 5]',
  'is the password = ? in this form, with parameters (see "Zk3Lw0Vt")',
])('others stay: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})
