import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { scrubEvent } from './scrub.ts'

const RECEIPT = { receivedAt: 0, retentionDays: 90 }

function processed(event: JsonObject) {
  return normaliseEvent(scrubEvent(structuredClone(event)), RECEIPT)
}

describe('A secret that is filled into a message', () => {
  const secret = fc.stringMatching(/^[a-z]{4}[a-z0-9]{2,8}[A-Z]\d$/)
  const template = fc.constantFrom<[string, (value: string) => Json]>(
    ['Authorization: Bearer %s', (value) => [value]],
    ['calling api with Authorization: Bearer %s failed', (value) => [value]],
    ['retry %d with token {0}', (value) => [value]],
    ['login of %(user)s with %(pw)s', (value) => ({ user: 'jo', pw: value })],
    ['user {} has password {}', (value) => ['jo', value]],
    ['Login {User} {Password}', (value) => ['jo', value]],
    ['Login {User} {@Password:l}', (value) => ['jo', value]],
    ['connecting to postgres://app:%s@%s/db', (value) => [value, 'host']],
    ['%s=%s', (value) => ['password', value]],
    ['%2$s for %1$s: api_key=%2$s', (value) => ['jo', value]],
    ['Login {password}', (value) => ({ password: value })],
    ["set password '%s' for %s", (value) => [value, 'jo']],
    ['passwort: %s', (value) => [value]],
    ['curl -u %s:%s', (value) => ['jo', value]],
  )
  const shape = fc.constantFrom<(message: string, params: Json, formatted: string) => JsonObject>(
    (message, params) => ({ logentry: { message, params } }),
    (message, params) => ({ message: { message, params } }),
    (message, params) => ({ 'sentry.interfaces.Message': { message, params } }),
    (message, params, formatted) => ({ logentry: { message, params, formatted } }),
    (message, params, formatted) => ({ message: formatted, logentry: { message, params } }),
    (message, params) => ({ message, params }),
  )

  test('is in no part of the event that is made of it', () => {
    fc.assert(
      fc.property(secret, template, shape, (secret, [message, paramsOf], shape) => {
        const params = paramsOf(secret)
        const formatted = `${message.replace(/%[sd]|\{\w*\}/, 'x')} ${secret}`
        const event = processed(shape(message, params, formatted))
        expect(JSON.stringify(event)).not.toContain(secret)
      }),
      { numRuns: 500 },
    )
  })
})

test.each<[string, Json, string]>([
  ['user %s bought %d of %s', ['jo', 3, 'tea'], 'user jo bought 3 of tea'],
  ['cannot verify token: %s', ['signature has expired'], 'cannot verify token: signature has expired'],
  ['session %s: %s', [42, 'closed'], 'session 42: closed'],
  ['auth of {} failed after {} ms', ['jo@example.com', 12], 'auth of jo@example.com failed after 12 ms'],
  ['resetting the password of {User} ({Id})', ['jo', 7], 'resetting the password of jo (7)'],
  ['token error: %s', ['ExpiredSignatureError'], 'token error: ExpiredSignatureError'],
  ['100% of %s', ['it'], '100% of it'],
])('%j with %j is kept', (message, params, formatted) => {
  const { title, payload } = processed({ logentry: { message, params } })
  expect(title).toBe(formatted)
  expect(payload.logentry).toEqual({ message, params, formatted })
})
