import { describe, expect, test } from 'vitest'
import { breadcrumbs } from '../event/view.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from './event.ts'

const RECEIVED = Date.UTC(2026, 4, 5, 6, 7, 8)
const context = { receivedAt: RECEIVED, retentionDays: 90, clientIp: '203.0.113.7' }
const normalise = (event: JsonObject) => normaliseEvent(event, context)
const payload = (event: JsonObject) => normalise(event).payload

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

test('an empty event has the defaults of every column', () => {
  expect(normalise({})).toEqual({
    occurredAt: RECEIVED,
    level: 'error',
    environment: 'production',
    release: '',
    platform: 'other',
    runtimeName: null,
    runtimeVersion: null,
    browserName: null,
    osName: null,
    user: { id: null, email: null, username: null, ip: null },
    title: '<no message>',
    culprit: '',
    exceptionType: null,
    words: '<no message>',
    searchedTags: [],
    payload: { platform: 'other', level: 'error', environment: 'production' },
  })
})

describe('title', () => {
  test.each<[string, JsonObject, string]>([
    [
      'last exception',
      {
        exception: {
          values: [
            { type: 'A', value: 'a' },
            { type: 'B', value: 'b\nc' },
          ],
        },
      },
      'B: b',
    ],
    ['bare array', { exception: [{ type: 'B', value: 'b' }] }, 'B: b'],
    ['one object', { exception: { type: 'B', value: 'b' } }, 'B: b'],
    ['type alone', { exception: [{ type: 'B', value: '' }] }, 'B'],
    ['value alone, as of a synthetic exception', { message: 'm', exception: [{ value: 'hello' }] }, 'hello'],
    ['value that is not text', { exception: [{ type: 'B', value: { code: 5 } }] }, 'B: {"code":5}'],
    [
      'crash function alone',
      { exception: [{ stacktrace: { frames: [{ function: 'f' }, { function: 'g' }] } }] },
      'g',
    ],
    ['exceptions that say nothing', { exception: [null, {}], message: 'm' }, 'm'],
    ['message', { message: '\n  one\ntwo' }, 'one'],
    ['message of an object', { message: { message: 'no %s', params: ['luck'] } }, 'no luck'],
    ['formatted message', { logentry: { message: 'no %s', formatted: 'no way', params: ['x'] } }, 'no way'],
    [
      'named parameters',
      { logentry: { message: 'no %(what)s, 100%%', params: { what: 'x' } } },
      'no x, 100%',
    ],
    ['brace parameters', { logentry: { message: '{} of {1} {name}', params: [1, 2] } }, '1 of 2 {name}'],
    [
      'csp report',
      { csp: { violated_directive: "script-src 'self'", blocked_uri: 'https://evil.example/x.js' } },
      'Blocked script-src from https://evil.example',
    ],
    [
      'old interface names',
      { 'sentry.interfaces.Exception': { values: [{ type: 'B', value: 'b' }] } },
      'B: b',
    ],
    ['control characters', { message: 'a\u0000\u001b[31mb' }, 'a b'],
  ])('%s', (_name, event, title) => {
    expect(normalise(event).title).toBe(title)
  })

  test('is cut to 250 characters, never inside a pair', () => {
    const title = normalise({ message: `${'x'.repeat(248)}😀😀` }).title
    expect(title).toBe(`${'x'.repeat(248)}…`)
    expect(normalise({ message: 'y'.repeat(250) }).title).toHaveLength(250)
    expect(normalise({ message: 'y'.repeat(251) }).title).toHaveLength(250)
  })
})

describe('columns', () => {
  test.each<[JsonObject, object]>([
    [{ level: 'LOG' }, { level: 'info' }],
    [{ level: 'warn' }, { level: 'warning' }],
    [{ level: 'critical' }, { level: 'fatal' }],
    [{ level: 'EMERGENCY' }, { level: 'fatal' }],
    [{ level: 'notice' }, { level: 'info' }],
    [{ level: 'trace' }, { level: 'debug' }],
    [{ level: 30 }, { level: 'warning' }],
    [{ level: 'bogus' }, { level: 'error' }],
    [{ level: ['info'] }, { level: 'error' }],
    [{ release: 12.5 }, { release: '12.5' }],
    [{ release: {} }, { release: '' }],
    [{ release: '..', tags: { 'sentry:release': '1' } }, { release: '' }],
    [{ release: ' . ' }, { release: '' }],
    [{ release: '...' }, { release: '...' }],
    [{ environment: ' ' }, { environment: 'production' }],
    [{ tags: [['environment', 'qa']] }, { environment: 'qa' }],
    [{ environment: 'dev', tags: { environment: 'qa' } }, { environment: 'dev' }],
    [{ platform: 'Python' }, { platform: 'python' }],
    [{ platform: 'x y' }, { platform: 'other' }],
    [
      { contexts: { runtime: { name: 'CPython', version: '3.13.1' }, os: null } },
      { runtimeName: 'CPython', runtimeVersion: '3.13.1', osName: null },
    ],
    [
      { user: { id: 7, email: 'a@b.example' } },
      { user: { id: '7', email: 'a@b.example', username: null, ip: null } },
    ],
    [
      { user: { id: '[Filtered]', username: ' ' } },
      { user: { id: null, email: null, username: null, ip: null } },
    ],
    [{ user: 'someone' }, { user: { id: 'someone', email: null, username: null, ip: null } }],
    [{ user: ['someone'] }, { user: { id: null, email: null, username: null, ip: null } }],
    [
      { user: { ip_address: '{{auto}}' } },
      { user: { id: null, email: null, username: null, ip: '203.0.113.7' } },
    ],
    [{ platform: 'javascript' }, { user: { id: null, email: null, username: null, ip: '203.0.113.7' } }],
    [
      { platform: 'javascript', sdk: { settings: { infer_ip: 'never' } } },
      { user: { id: null, email: null, username: null, ip: null } },
    ],
    [
      { platform: 'javascript', sdk: { name: 'sentry.javascript.vercel-edge' } },
      { user: { id: null, email: null, username: null, ip: null } },
    ],
    [
      { platform: 'javascript', contexts: { runtime: { name: 'workerd' } } },
      { user: { id: null, email: null, username: null, ip: null } },
    ],
    [
      { platform: 'javascript', sdk: { name: 'sentry.javascript.react' }, contexts: { runtime: null } },
      { user: { id: null, email: null, username: null, ip: '203.0.113.7' } },
    ],
    [
      { platform: 'python', sdk: { settings: { infer_ip: 'auto' } } },
      { user: { id: null, email: null, username: null, ip: '203.0.113.7' } },
    ],
  ])('%j', (event, columns) => {
    expect(normalise(event)).toMatchObject(columns)
  })

  test('the culprit is the innermost frame of the application', () => {
    const frames = [
      { function: 'main', filename: 'app.py', in_app: true },
      { function: 'load', filename: 'orders.py', in_app: true },
      { function: 'get', filename: 'requests/api.py', in_app: false },
    ]
    const exception = [{ type: 'E', stacktrace: { frames } }]
    expect(normalise({ transaction: '/orders', exception }).culprit).toBe('load (orders.py)')
    expect(normalise({ transaction: '/orders' }).culprit).toBe('/orders')
    expect(normalise({ exception }).culprit).toBe('load (orders.py)')
  })

  test.each<[string, JsonObject]>([
    ['only frames of libraries', { function: 'doAppend', filename: 'Appender.java', in_app: false }],
    ['minified names', { function: 't', filename: 'https://shop.example/app.min.js', in_app: true }],
  ])('the culprit is the transaction where the stack has %s', (_, frame) => {
    const exception = [{ type: 'E', stacktrace: { frames: [frame] } }]
    expect(normalise({ transaction: '/orders', exception }).culprit).toBe('/orders')
    expect(normalise({ exception }).culprit).toContain(String(frame.function))
  })

  test.each([
    ['pay (example.com/shop/cart)', { module: 'example.com/shop/cart', abs_path: '/build/cart/pay.go' }],
    ['pay (pay.go)', { module: 'main', abs_path: '/home/ada/shop/pay.go' }],
    ['pay (pay.php)', { filename: '/var/www/shop/pay.php', abs_path: '/var/www/shop/pay.php' }],
    ['pay (Shop.Cart)', { module: 'Shop.Cart', filename: 'C:\\src\\Cart.cs' }],
    ['pay (/assets/pay.js)', { abs_path: 'https://shop.example/assets/pay.js' }],
    ['pay (src/pay.rb)', { filename: 'src/pay.rb', abs_path: '/srv/shop/src/pay.rb' }],
  ])('the culprit leaves out folders of the machine that built the program: %s', (culprit, frame) => {
    const stacktrace = { frames: [{ function: 'pay', in_app: true, ...frame }] }
    expect(normalise({ exception: [{ type: 'E', stacktrace }] }).culprit).toBe(culprit)
  })
})

describe('user agent', () => {
  test('of the reported request names browser and system', () => {
    const event = normalise({ platform: 'javascript', request: { headers: { 'User-Agent': CHROME } } })
    expect(event).toMatchObject({ browserName: 'Chrome', osName: 'Windows' })
    expect(event.payload.contexts).toEqual({
      browser: { name: 'Chrome', version: '141.0.0.0' },
      os: { name: 'Windows', version: '>=10' },
    })
  })

  test('never replaces what the SDK says, and keeps the system of a server', () => {
    const sent = { browser: { name: 'Lynx' }, os: { name: 'Linux' } }
    const event = normalise({
      platform: 'python',
      contexts: sent,
      request: { headers: [['user-agent', CHROME]] },
    })
    expect(event).toMatchObject({ browserName: 'Lynx', osName: 'Linux' })
    expect(event.payload.contexts).toMatchObject({ client_os: { name: 'Windows' } })
  })

  test('client hints win over the header', () => {
    const headers = {
      'User-Agent': CHROME,
      'Sec-CH-UA': '"Not)A;Brand";v="8", "Chromium";v="141", "Opera";v="120"',
      'Sec-CH-UA-Platform': '"Android"',
    }
    expect(normalise({ platform: 'javascript', request: { headers } })).toMatchObject({
      browserName: 'Opera',
      osName: 'Android',
    })
  })
})

describe('payload', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'tags of pairs',
      { tags: [['a', 1], ['b', null], ['c', true], ['', 'x'], 'no'] },
      { tags: { a: '1', c: 'true', no: 'true' }, errata_invalid: ['tags'] },
    ],
    [
      'tags of an object',
      { tags: { a: 1.5, b: {}, c: 'x' } },
      { tags: { a: '1.5', c: 'x' }, errata_invalid: ['tags'] },
    ],
    [
      'breadcrumbs of values',
      { breadcrumbs: { values: [{ message: 'a' }, null] } },
      { breadcrumbs: [{ message: 'a' }] },
    ],
    [
      'headers of lists',
      { request: { headers: { Accept: ['a', 'b'], X: 1 } } },
      { request: { headers: { Accept: 'a, b', X: '1' } } },
    ],
    [
      'query of pairs',
      { request: { query_string: [['a', '1']] } },
      { request: { query_string: { a: '1' } } },
    ],
    [
      'plain contexts',
      { contexts: { a: 5, b: null, c: { d: 1 } } },
      { contexts: { a: { value: 5 }, c: { d: 1 } }, errata_invalid: ['contexts'] },
    ],
    [
      'message of an object',
      { message: { message: 'a %s', params: ['b'] } },
      { logentry: { message: 'a %s', params: ['b'], formatted: 'a b' } },
    ],
    [
      'mechanism as text',
      { exception: [{ type: 'E', mechanism: 'm' }] },
      { exception: { values: [{ type: 'E', mechanism: { type: 'm' } }] } },
    ],
    [
      'threads',
      { threads: [{ id: 1, stacktrace: { frames: [] } }] },
      { threads: { values: [{ id: 1, stacktrace: { frames: [] } }] } },
    ],
    [
      'transaction that is not text',
      { transaction: 5, server_name: {} },
      { transaction: '5', errata_invalid: ['server_name'] },
    ],
  ])('%s', (_name, event, expected) => {
    expect(payload(event)).toEqual({
      ...expected,
      platform: 'other',
      level: 'error',
      environment: 'production',
    })
  })

  test('unknown fields are kept', () => {
    const said = { extra: { a: [1] }, modules: { left: '1.0' }, fingerprint: ['x'], future: { y: 1 } }
    expect(payload({ ...said })).toMatchObject(said)
  })

  test('breadcrumb times follow the correction of the clock', () => {
    const behind = 3 * 3600_000
    const crumb = { message: 'a', timestamp: (RECEIVED - behind - 1000) / 1000 }
    const event = normaliseEvent({ breadcrumbs: [crumb] }, { ...context, sentAt: RECEIVED - behind })
    expect(breadcrumbs(event.payload)[0]?.timestamp).toBe(new Date(RECEIVED - 1000).toISOString())
  })
})
