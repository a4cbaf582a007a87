import { describe, expect, test } from 'vitest'
import { scrubEvent } from '../scrub.ts'
import { isSensitiveKey } from './keys.ts'

const F = '[Filtered]'

describe('names', () => {
  test.each([
    'ｐａｓｓｗｏｒｄ',
    'p\u0430ssw\u043erd',
    'db_pass',
    'bearer',
    'cvv',
    'cardNumber',
    'AccountKey',
    'RAILS_MASTER_KEY',
    'recovery_code',
    'backupCodes',
    'security-answer',
    'seedPhrase',
    'previous_token',
    'cancel_token',
  ])('%s is sensitive', (key) => {
    expect(scrubEvent({ extra: { [key]: 'value' } })).toEqual({ extra: { [key]: F } })
  })

  test.each([
    ...['secretary', 'tokenizer', 'bypass', 'passport', 'master', 'keyboard'],
    ...['next_page_token', 'pageToken', 'NextToken', 'continuation-token'],
  ])('%s is not', (key) => {
    expect(isSensitiveKey(key)).toBe(false)
  })
})

test('a signature is one with the number of its hash behind it; states and scopes are not', () => {
  const headers = { 'X-Hub-Signature-256': 'sha256=9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c' }
  expect(scrubEvent({ request: { headers } })).toEqual({ request: { headers: { 'X-Hub-Signature-256': F } } })
  const extra = { 'session.state': 'active', token_scope: 'read', auth_flow: 'code', statusCode: '482913' }
  expect(scrubEvent({ extra: { ...extra } })).toEqual({ extra })
})

test('numbers that measure something are kept, others under a sensitive key are not', () => {
  const extra = { max_tokens: 512, session_duration: 1200, token_expires_in: 3600, pass: 5, session: 8123456 }
  expect(scrubEvent({ extra: { ...extra } })).toEqual({ extra: { ...extra, session: F } })
})

test('what follows an option in a list of arguments is its value', () => {
  const argv = (value: string) => ['run', '--db-password', value, '--verbose', '--author', 'jo']
  expect(scrubEvent({ extra: { 'sys.argv': argv('hunter2') } })).toEqual({ extra: { 'sys.argv': argv(F) } })
  const bare = { extra: { argv: ['--token', '--password'] } }
  expect(scrubEvent(structuredClone(bare))).toEqual(bare)
})

test('a key that holds a secret is scrubbed like any text', () => {
  expect(
    scrubEvent({ extra: { 'user=jo&password=hunter2': '', '4111 1111 1111 1111': 'jo' } }),
  ).toMatchObject({
    extra: { [`user=jo&password=${F}`]: '', [F]: 'jo' },
  })
})

test('a code of a second factor is hidden, a reference to a secret is not', () => {
  const extra = { mfa: '482913', '2fa': 482913, secretKeyRef: { name: 'db', key: 'password' } }
  expect(scrubEvent({ extra: structuredClone(extra) })).toEqual({ extra: { ...extra, mfa: F, '2fa': F } })
})

test('names and values are pairs, whatever both are called', () => {
  const pairs = (value: string) => ({
    parameters: [{ ParameterKey: 'DbPassword', ParameterValue: value }],
    action: { type: 'session/setToken', payload: value },
    headers: [{ name: 'Authorization', values: [value] }],
    options: [{ option_name: 'api_token', option_value: value }],
  })
  const extra = {
    ...pairs('hunter2'),
    series: [{ name: 'sessions', values: [3, 4] }],
    column: { columnName: 'password', defaultValue: 'none' },
  }
  expect(scrubEvent({ extra: structuredClone(extra) })).toEqual({
    extra: { ...extra, ...pairs(F), headers: [{ name: 'Authorization', values: F }] },
  })
})
