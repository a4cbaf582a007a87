import { expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { scrubEvent } from '../scrub.ts'

test.each([
  { errors: { password: ['This field may not be blank.'], token: ['Invalid token.'] } },
  { errors: { new_password: 'is too short (minimum is 8 characters)', session: "can't be empty" } },
  { request: { mode: 'cors', credentials: 'same-origin', auth: 'digest' } },
  { session: 'expired', cookies: 'disabled', authentication: 'failed' },
  { errors: { password: ['Required.'], token: ['Invalid.'] } },
  { tokens: "['IDENT', 'COMMA']" },
  { session: '<sqlalchemy.orm.session.Session object at 0x7f00aa11bb22>', token: "''", cookies: '{}' },
  { auth: '<bound method Cart.<locals>.auth at 0x7f00aa11bb22>', session: '#<Rack::Session:0x00007f00aa>' },
  { session: '[object Object]', has_password: 'yes' },
  { usage: { tokens: { prompt: 812, completion: 45 }, output_tokens: 45 } },
])('what says something about a secret is kept: %j', (extra) => {
  const event = { message: 'x', extra } as unknown as JsonObject
  expect(scrubEvent(structuredClone(event))).toEqual(event)
})

test.each([
  { password: 'required' },
  { password: ['correct horse battery staple'] },
  { password: 'my field is too 7hard' },
  { token: 'token abc123 is invalid' },
  { auth: 'secret' },
  { auth: 'hunter2' },
  { credentials: { user: 'jo', digest: 12 } },
  { tokens: { a: 'hunter2' } },
  { token: "<Token hunter2 at '0x7f00aa11bb22'>" },
  { session: '#<Session hunter2>' },
  { tokens: ['hunter2'] },
])('a value that may be a secret is not: %j', (extra) => {
  const [key] = Object.keys(extra)
  expect(scrubEvent({ extra: structuredClone(extra) as unknown as JsonObject }).extra).toEqual({
    [key!]: '[Filtered]',
  })
})
