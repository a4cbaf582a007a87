import { expect, test } from 'vitest'
import { scrubSourceLine, scrubText } from '../text.ts'

test.each([
  "[SQL: SELECT id FROM users WHERE name = ? AND api_key = ?]\n[parameters: ('ada', 'Zk3Lw0Vt')]",
  'query failed: UPDATE "user" SET "name" = $2, "password" = $1 WHERE "id" = $3 -- PARAMETERS: ["Zk3Lw0Vt","ada",5]',
  "(0.002) UPDATE auth_user SET password = %s, age = %s WHERE id = %s; args=('Zk3Lw0Vt', 30, 5)",
  'DELETE FROM sessions WHERE session_token = @p0 params: ["Zk3Lw0Vt"]',
  "ERROR: update users set secret = $1 where id = $2 CONTEXT: unnamed portal with parameters: $1 = 'Zk3Lw0Vt', $2 = '5'",
  `[Parameters=[@p0='Zk3Lw0Vt' (Size = 60), @p1='5'], CommandType='Text'] UPDATE [Users] SET [Password] = @p0 WHERE [Id] = @p1`,
  `[Parameters=[@p0='ada', @p1='Zk3Lw0Vt']]\nINSERT INTO [Users] ([Name], [PasswordHash])\nOUTPUT INSERTED.[Id]\nVALUES (@p0, @p1);`,
  `UPDATE users SET password = @p0 WHERE id = @p1;@p0 = 'Zk3Lw0Vt' [Type: String (4000:0:0)], @p1 = 5 [Type: Int32 (0:0:0)]`,
  'Preparing: UPDATE t_user SET age = ?, password = ? WHERE id = ?\n==> Parameters: null, Zk3Lw0Vt(String), 42(Integer)',
  'Preparing: insert into t_user (name, password) values (?, ?)\n==> Parameters: Ada, Countess(String), Zk3Lw0Vt(String)\n<== Updates: 1',
  'INSERT INTO "users" ("name","password") VALUES ($1,$2) RETURNING "id" ["ada", "Zk3Lw0Vt"]',
  "ERROR: insert into users (name, secret) values ($1, $2) CONTEXT: unnamed portal with parameters: $1 = 'ada', $2 = 'Zk3Lw0Vt'",
  "INSERT INTO users (name, password) VALUES (?, crypt(?, 'bf')) [parameters: ('ada', 'Zk3Lw0Vt')]",
  "INSERT INTO users (name, role, password) VALUES (?, 'admin', SHA2(?, 256)) [parameters: ('ada', 'Zk3Lw0Vt')]",
  "INSERT INTO users (name, password) VALUES (?, ?), (?, ?) [parameters: ('ada', null, 'bob', 'Zk3Lw0Vt')]",
  "INSERT INTO users (password) VALUES (?) ON DUPLICATE KEY UPDATE name = VALUES(name) [parameters: ('Zk3Lw0Vt')]",
  'INSERT INTO log (line) VALUES ($1); INSERT INTO users (password) VALUES ($2) -- PARAMETERS: ["ada", "Zk3Lw0Vt"]',
  `[Parameters=[@p0='ada', @p1='Zk3Lw0Vt']]\nINSERT INTO [Users] ([Name], [Password]) VALUES (@p0, HASHBYTES('SHA2_256', @p1));`,
  `[Parameters=[@p0='ada', @p1='Zk3Lw0Vt']]\nINSERT INTO Log (Line) VALUES (@p0); UPDATE Users SET Name = @p0 WHERE Password LIKE @p1`,
  'UPDATE "users" AS u0 SET "reset_token" = $1 WHERE (u0."id" = $2) ["Zk3Lw0Vt", 42]',
])('a value in the list behind a statement is hidden: %s', (text) => {
  expect(scrubText(text)).not.toContain('Zk3Lw0Vt')
  expect(scrubText(text).replace('[Filtered]', 'Zk3Lw0Vt')).toBe(text)
})

test.each([
  'UPDATE users SET name = ?, age = ? WHERE id = ?; params: ["Zk3Lw0Vt", 30, 5]',
  'SELECT password FROM users WHERE id = ? -- args: ["Zk3Lw0Vt"]',
  'UPDATE users SET password = ? WHERE id = ?; args: [null, 5]',
  `[Parameters=[@p0='Zk3Lw0Vt', @p1='5']] UPDATE [Users] SET [Name] = @p0 WHERE [Password] = '' OR [Id] = @p1`,
  'Preparing: select password from t_user where name = ?\n==> Parameters: Zk3Lw0Vt(String)',
  'INSERT INTO "api_keys" ("token", "user_id") VALUES ($1, $2)  [["user_id", 5]]',
  `INSERT INTO users (password, name) VALUES (@p0, @p1);@p1 = 'Zk3Lw0Vt' [Type: String (4000:0:0)]`,
  'INSERT INTO users (password, name) VALUES (crypt(?, ?), ?) [parameters: (null, null, "Zk3Lw0Vt")]',
  'is the password = ? in this form, with parameters (see "Zk3Lw0Vt")',
])('others stay: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test('of a line of code the literals are hidden, not the names', () => {
  const line = (values: string) => `db.query('UPDATE users SET token = $1 WHERE id = $2', [${values}])`
  expect(scrubSourceLine(line("'Zk3Lw0Vt', id"))).toBe(line("'[Filtered]', id"))
  expect(scrubSourceLine(line('fresh, id'))).toBe(line('fresh, id'))
})
