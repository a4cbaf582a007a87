import { expect, test } from 'vitest'
import { scrubText } from '../text.ts'

test.each([
  "AUTH 'Zk3Lw0Vt1XyQ'",
  'AUTH x&Zk3Lw0Vt1XyQ',
  "AUTH ada 'Zk3Lw0Vt1XyQ'",
  'GET "sess:Zk3Lw0Vt1XyQ7Nb4Rc9"',
  'EXPIRE sess:Zk3Lw0Vt1XyQ7Nb4Rc9 3600',
  'SETEX shop:session:7 3600 Zk3Lw0Vt1XyQ7Nb4Rc9',
  'HSET user:7 name ada password Zk3Lw0Vt age 7',
  'ACL SETUSER app on >Zk3Lw0Vt ~* +@all',
  'user app on >Zk3Lw0Vt ~* +@all',
  'user app on ~* +@all >Zk3Lw0Vt',
  'sentinel auth-pass cache Zk3Lw0Vt',
  'sentinel sentinel-pass Zk3Lw0Vt',
  '"HMSET" user:7 api_token "Zk3Lw0Vt"',
  "GET ':1:django.contrib.sessions.cachezk3lw0vt1xyq7nb4rc9zk3lw0vt1xyq7'",
])('what Redis is told of a session is hidden: %s', (text) => {
  expect(scrubText(text)).not.toMatch(/zk3lw0vt/i)
})

test.each([
  'SET session:7 active',
  'ACL SETUSER app off ~cache:* +@all -@dangerous',
  'SET cart:7 Zk3Lw0Vt1XyQ7Nb4Rc9',
  'DEL session:7',
  'user ada on > 17 devices',
  'HSET user:7 name Zk3Lw0Vt age 7',
  'AUTH "required"',
  'AUTH failed',
  'sentinel auth-pass is not set',
  'AUTH failed, trying again',
])('other commands stay: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})
