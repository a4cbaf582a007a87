import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { scrubEvent } from '../scrub.ts'

const SECRET = 'swordfish'

function extra(fields: JsonObject): JsonObject {
  return scrubEvent({ extra: fields }).extra as JsonObject
}

describe('values that a statement binds', () => {
  test.each([
    ['UPDATE users SET password = ? WHERE id = ?', [SECRET, 1], ['[Filtered]', 1]],
    [
      'UPDATE users SET "name" = $2, "api_token"=$1 WHERE id = $3',
      [SECRET, 'Jo', 1],
      ['[Filtered]', 'Jo', 1],
    ],
    ['SELECT * FROM users WHERE email = %s AND `password` = %s', ['a@b.c', SECRET], ['a@b.c', '[Filtered]']],
    [
      'insert into users (name, [password]) values (?, ?), (?, ?)',
      ['Jo', SECRET, 'Al', SECRET],
      ['Jo', '[Filtered]', 'Al', '[Filtered]'],
    ],
    [
      "INSERT INTO users (name, password) VALUES ($1, crypt($2, gen_salt('bf', 8)))",
      ['Jo', SECRET],
      ['Jo', '[Filtered]'],
    ],
    ['INSERT INTO users (id, name, secret) VALUES (DEFAULT, @p0, @p1)', ['Jo', SECRET], ['Jo', '[Filtered]']],
  ])('%s', (query, params, kept) => {
    expect(extra({ query, params: [...params] })).toEqual({ query, params: kept })
    expect(extra({ statement: query, bindings: [...params] })).toEqual({ statement: query, bindings: kept })
    expect(extra({ text: query, values: [...params] })).toEqual({ text: query, values: kept })
  })

  const QUERY = 'SELECT * FROM users WHERE email = %s AND password = %s'
  test.each([
    [
      'rows of values',
      [
        ['a', SECRET],
        ['b', SECRET],
      ],
      [
        ['a', '[Filtered]'],
        ['b', '[Filtered]'],
      ],
    ],
    ['a printed tuple', `('a', '${SECRET}')`, "('a', '[Filtered]')"],
    ['a printed list', `["a", "${SECRET}"]`, '["a", "[Filtered]"]'],
    ['another text', 'a, b', 'a, b'],
  ])('are found in %s, under the names of local variables', (_, values, kept) => {
    expect(extra({ operation: QUERY, args: values })).toEqual({ operation: QUERY, args: kept })
  })

  test('are found beside a statement that Python prints with its quotes', () => {
    const vars = {
      statement: '<SQLCompiler object at 0x7fd1773240d0>',
      str_statement: `'${QUERY}'`,
      parameters: [["'a'", `'${SECRET}'`]],
    }
    expect(extra(vars)).toEqual({ ...vars, parameters: [["'a'", '[Filtered]']] })
  })

  test('are those of a breadcrumb, whose message is the statement', () => {
    const crumb = {
      message: 'update users set password = ?',
      data: { bindings: [SECRET], connectionName: 'pg' },
    }
    const { breadcrumbs } = scrubEvent({ breadcrumbs: { values: [crumb] } })
    expect(breadcrumbs).toEqual({
      values: [{ ...crumb, data: { bindings: ['[Filtered]'], connectionName: 'pg' } }],
    })
    // As Python's SDK keeps them.
    const django = (value: string) => ({
      message: 'UPDATE users SET token = %s',
      data: { 'db.params': [value] },
    })
    expect(scrubEvent({ breadcrumbs: [django(SECRET)] }).breadcrumbs).toEqual([django('[Filtered]')])
  })

  test.each([
    ['SELECT * FROM orders WHERE id = ? AND state = ?', [1, 'paid']],
    ['SELECT ? WHERE password IS NULL', ['paid']],
    ['is the password right?', ['yes']],
    ['INSERT INTO logs (password_changed_at, note) VALUES (?, ?)', ['2026-01-01', 'ok']],
  ])('stay otherwise: %s', (query, params) => {
    expect(extra({ query, params })).toEqual({ query, params })
  })

  test('take time that grows with the statement alone', () => {
    const query = `INSERT INTO users (${'password,'.repeat(400)}x) VALUES (${'?,'.repeat(4000)}?)`
    const params = Array.from({ length: 900 }, () => SECRET)
    const began = process.cpuUsage()
    for (let run = 0; run < 20; run++) extra({ query, params: [...params] })
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
    expect(JSON.stringify(extra({ query, params }))).toContain('[Filtered]')
  })
})
