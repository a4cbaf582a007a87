import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_BOUNDS, TOO_DEEP } from '../event/bounds.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { NOTES_KEY, scrubEvent } from './scrub.ts'
import { isSensitiveKey } from './secret/keys.ts'

const F = '[Filtered]'

describe('keys', () => {
  test.each([
    'password',
    'Passwd',
    'MYSQL_PWD',
    'client-secret',
    'accessToken',
    'X-Api-Key',
    'API KEY',
    'api.key',
    'Authorization',
    'auth',
    'is_authenticated',
    'oauth',
    'Set-Cookie',
    'sessionId',
    'PHPSESSID',
    'csrfmiddlewaretoken',
    'x_xsrf',
    'credentials',
    'private_key',
    'p-a-s-s-w-o-r-d',
  ])('%s is sensitive', (key) => {
    expect(scrubEvent({ extra: { deep: [{ [key]: 'value' }] } })).toEqual({ extra: { deep: [{ [key]: F }] } })
  })

  test.each(['author', 'authority', 'keyboard', 'auXth', 'passenger', 'compass', 'user'])(
    '%s is not',
    (key) => {
      expect(isSensitiveKey(key)).toBe(false)
    },
  )

  test('blanks, flags and counts stay, structures and numbers go', () => {
    const extra = {
      auth: null,
      is_authenticated: true,
      password: '',
      token: 'null',
      max_tokens: 512,
      cookies: [],
    }
    expect(scrubEvent({ extra: structuredClone(extra) })).toEqual({ extra })
    expect(scrubEvent({ extra: { token: 12, credentials: { a: 'b' }, passwords: ['x'] } })).toEqual({
      extra: { token: F, credentials: F, passwords: F },
    })
  })
})

describe('shapes of requests and tags', () => {
  test('headers, cookies, query strings and tags as pair lists', () => {
    const event = scrubEvent({
      request: {
        headers: [
          ['Host', 'x'],
          ['Authorization', 'Basic abc'],
          ['Cookie', 'a=b'],
        ],
        cookies: [
          ['theme', 'dark'],
          ['sid', 'abc'],
        ],
        query_string: [
          ['page', '2'],
          ['sig', 'abc'],
          ['token', 'x'],
        ],
      },
      tags: [
        ['api_key', 'x'],
        ['os', 'linux'],
      ],
    })
    expect(event).toEqual({
      request: {
        headers: [
          ['Host', 'x'],
          ['Authorization', F],
          ['Cookie', F],
        ],
        cookies: [
          ['theme', F],
          ['sid', F],
        ],
        query_string: [
          ['page', '2'],
          ['sig', F],
          ['token', F],
        ],
      },
      tags: [
        ['api_key', F],
        ['os', 'linux'],
      ],
    })
  })

  test('a code that is exchanged for a token, in any spelling', () => {
    const code = '4/0AX4XfWh82kdls93jdkls'
    const asked = { grant_type: 'authorization_code', code }
    const request = (query_string: Json) =>
      scrubEvent({ request: { query_string, data: { ...asked } } }).request
    const data = { ...asked, code: F }
    expect(request({ code, state: 'x' })).toEqual({ query_string: { code: F, state: 'x' }, data })
    expect(request({ code: [code] })).toEqual({ query_string: { code: F }, data })
    expect(request([['code', code]])).toEqual({ query_string: [['code', F]], data })
    const sent = { 'http.query': `sig=${code}`, 'url.fragment': `code=${code}&page=2`, 'url.query': 'page=2' }
    expect(scrubEvent({ breadcrumbs: [{ data: { ...sent } }] }).breadcrumbs).toEqual([
      { data: { 'http.query': `sig=${F}`, 'url.fragment': `code=${F}&page=2`, 'url.query': 'page=2' } },
    ])
    const others = { query: { code: '404' }, error: { code }, redirect_uri: 'x', code: 'invalid_grant' }
    expect(scrubEvent({ extra: structuredClone(others) })).toEqual({ extra: others })
  })

  test('as strings and as objects', () => {
    const event = scrubEvent({
      request: {
        cookies: 'theme=dark; sessionid=abc',
        query_string: 'password=x&page=2',
        data: '{"pwd":"x","a":1}',
      },
      contexts: { response: { cookies: { a: 'b' }, list: [{ key: 'password', value: 'x' }] } },
    })
    expect(event).toEqual({
      request: {
        cookies: `theme=${F}; sessionid=${F}`,
        query_string: `password=${F}&page=2`,
        data: `{"pwd":"${F}","a":1}`,
      },
      contexts: { response: { cookies: F, list: [{ key: 'password', value: F }] } },
    })
    expect(scrubEvent({ request: { cookies: { sid: 'x', theme: 'dark' } } })).toEqual({
      request: { cookies: { sid: F, theme: F } },
    })
  })

  test('versions of modules and span ids are not secrets', () => {
    const event = {
      modules: { 'cookie-parser': '1.4.6', 'express-session': '^1.17.3' },
      contexts: { trace: { span_id: '4111111111111111' } },
    }
    expect(scrubEvent(structuredClone(event))).toEqual(event)
    expect(scrubEvent({ modules: { token: 'hunter2' }, extra: { card: 4111111111111111 } })).toEqual({
      modules: { token: F },
      extra: { card: F },
    })
  })

  test('the name of a function is code, not a pair', () => {
    const event = {
      exception: { values: [{ stacktrace: { frames: [{ function: 'init(session : URLSession)' }] } }] },
    }
    expect(scrubEvent(structuredClone(event))).toEqual(event)
  })

  test('code stays code, literals and variables do not', () => {
    const frame = {
      context_line: 'token = read()',
      pre_context: ['pwd = "abc"'],
      vars: { token: 'x', cfg: "{'password': 'x'}" },
    }
    expect(scrubEvent({ exception: { values: [{ stacktrace: { frames: [frame] } }] } })).toEqual({
      exception: {
        values: [
          {
            stacktrace: {
              frames: [
                {
                  context_line: 'token = read()',
                  pre_context: [`pwd = "${F}"`],
                  vars: { token: F, cfg: `{'password': '${F}'}` },
                },
              ],
            },
          },
        ],
      },
    })
  })
})

describe('bounds', () => {
  test('depth: frame variables are reached, deeper values are cut and noted', () => {
    const nest = (levels: number): Json => (levels === 0 ? 'leaf' : { a: nest(levels - 1) })
    expect(JSON.stringify(scrubEvent({ extra: nest(EVENT_BOUNDS.depth - 1) }))).toContain('leaf')
    const cut = scrubEvent({ extra: nest(EVENT_BOUNDS.depth) })
    expect(JSON.stringify(cut)).not.toContain('leaf')
    expect(JSON.stringify(cut)).toContain(TOO_DEEP)
    expect(cut[NOTES_KEY]).toEqual(['depth_cut'])
  })

  test('a nesting that would exhaust the stack', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`) as Json
    expect(() => JSON.stringify(scrubEvent({ extra: deep }))).not.toThrow()
  })

  test('keys and elements: the last frames, breadcrumbs and exceptions are the ones kept', () => {
    const many = Array.from({ length: 2500 }, (_, index) => index)
    const event = scrubEvent({
      breadcrumbs: { values: [...many] },
      exception: { values: [{ stacktrace: { frames: [...many] } }] },
      extra: { list: [...many], map: Object.fromEntries(many.map((n) => [`k${n}`, n])) },
    })
    expect((event.breadcrumbs as JsonObject).values).toEqual(many.slice(500))
    expect((event.extra as JsonObject).list).toEqual(many.slice(0, 2000))
    expect(Object.keys((event.extra as JsonObject).map as JsonObject)).toHaveLength(1000)
    expect(event[NOTES_KEY]).toEqual(['elements_cut', 'keys_cut'])
  })

  test('strings and source lines, without halves of a pair', () => {
    const event = scrubEvent({ message: '😀'.repeat(5000), a: { context_line: 'x'.repeat(600) } })
    expect((event.message as string).length).toBeLessThanOrEqual(EVENT_BOUNDS.stringChars)
    expect((event.message as string).isWellFormed()).toBe(true)
    expect(event.message).toMatch(/^(?:😀)+…$/u)
    expect((event.a as JsonObject).context_line).toBe(`${'x'.repeat(511)}…`)
    expect(event[NOTES_KEY]).toEqual(['string_cut'])
  })

  test('a secret that the cut would halve is removed', () => {
    const message = `${'x '.repeat(4090)}password=${'abc123'.repeat(50)}`
    expect(scrubEvent({ message }).message).not.toContain('abc')
  })

  test('total: the exception survives what fills the event', () => {
    const filler = Array.from({ length: 1900 }, () => 'y'.repeat(2000))
    const event = scrubEvent({ extra: { filler }, exception: { values: [{ type: 'E' }] } })
    expect(event.exception).toEqual({ values: [{ type: 'E' }] })
    expect(JSON.stringify(event).length).toBeLessThan(1_010_000)
    expect(event[NOTES_KEY]).toEqual(['total_cut'])
  })

  test('total: breadcrumbs and contexts survive what fills extra, in whatever order they were sent', () => {
    const filler = Array.from({ length: 1900 }, () => 'y'.repeat(2000))
    const rest = { breadcrumbs: [{ message: 'b' }], contexts: { os: { name: 'Linux' } } }
    const event = scrubEvent({ extra: { filler }, ...structuredClone(rest) })
    expect(event).toMatchObject(rest)
    expect(Object.keys(event)).toEqual(['extra', 'breadcrumbs', 'contexts', NOTES_KEY])
  })

  test('a key that replaces a prototype gets another name, NUL and lone surrogates are replaced', () => {
    const event = scrubEvent(
      JSON.parse(
        '{"__proto__":{"x":1},"extra":{"constructor":1,"prototype":2,"a\\u0000b":"c\\u0000d","e":"\\ud800","\\udc00":{"pwd":"x"}}}',
      ),
    )
    expect(JSON.stringify(event)).toBe(
      `{"extra":{"constructor":1,"prototype":2,"e":"\uFFFD","a\uFFFDb":"c\uFFFDd","\uFFFD":{"pwd":"${F}"}},"[__proto__]":{"x":1},"errata_notes":["key_changed","text_repaired"]}`,
    )
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype)
  })

  test('removes notes that a client sends under our name', () => {
    expect(scrubEvent({ [NOTES_KEY]: 'mine', message: 'x' })).toEqual({ message: 'x' })
  })
})

test('any JSON: never throws, stays storable and within bounds, and a second walk changes nothing', () => {
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 8 },
      fc.constantFrom(null, true, 1, 4111111111111111, 'password=x', '\0', '\ud800'),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('token', 'frames', '__proto__', 'key', 'value'),
        ),
        tie('value'),
        { maxKeys: 5 },
      ),
    ),
  }))
  const name = fc.constantFrom('user', 'request', 'modules', 'extra', 'exception', 'breadcrumbs', 'message')
  fc.assert(
    fc.property(fc.dictionary(name, value), (event) => {
      const once = JSON.stringify(scrubEvent(JSON.parse(JSON.stringify(event)) as JsonObject))
      expect(once).not.toMatch(/\\u0000|\\ud8/)
      const again = JSON.parse(once) as JsonObject
      delete again[NOTES_KEY]
      const before = JSON.stringify(again)
      expect(JSON.stringify(scrubEvent(again))).toBe(before)
    }),
    { numRuns: 2000 },
  )
})
