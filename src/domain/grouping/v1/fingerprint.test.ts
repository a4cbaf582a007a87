import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { event, frame, group, thrown, together } from '../../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../../json/json.ts'

test('keys are 32 lower-case hex characters and components are the hashed parts', () => {
  const result = group(event([frame('a'), frame('b', { in_app: false })]))
  expect(result).toMatchObject({
    version: 1,
    method: 'exception',
    components: ['type: E', 'frame: a.py in a'],
  })
  expect(result.keys).toHaveLength(2)
  for (const key of result.keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

const FROZEN = {
  exception: ['84f531ad6d59d8374469116c2b651a45', '4b50273a8827acb2da8bf6a8393b71f3'],
  message: ['5389de5aef9be38cef316cdd82fd737e'],
  fingerprint: ['319752678145611427ca8835bba8cfdf'],
}

test('version 1 is frozen: these keys never change', () => {
  expect(group(event([frame('a'), frame('b', { in_app: false })])).keys).toEqual(FROZEN.exception)
  expect(group({ message: 'order 5 failed' }).keys).toEqual(FROZEN.message)
  expect(group({ message: 'x', fingerprint: ['a', '{{ default }}'] }).keys).toEqual(FROZEN.fingerprint)
})

describe('same issue', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'another value beside a stack',
      event([frame('a')]),
      { ...event([]), exception: [thrown([frame('a')], { value: 'other' })] },
    ],
    [
      'other system frames',
      event([frame('a'), frame('lib', { in_app: false })]),
      event([frame('a'), frame('lib2', { in_app: false })]),
    ],
    [
      'another folder',
      event([frame('a', { filename: '/srv/1/A.py' })]),
      event([frame('a', { filename: 'x/a.py' })]),
    ],
    [
      'other depth of a recursion',
      event([frame('a'), frame('r'), frame('r')]),
      event([frame('a'), frame('r', { lineno: 3 })]),
    ],
    ['another message of one template', { message: 'user 5 gone' }, { message: 'user 6 gone' }],
    [
      'template and other parameters',
      { logentry: { message: 'user %s gone', params: ['a'] } },
      { logentry: { message: 'user %s gone', formatted: 'user b gone' } },
    ],
    [
      'value of an exception without stack',
      { exception: [{ type: 'E', value: 'id 5' }] },
      { exception: [{ type: 'E', value: 'id 77' }] },
    ],
    [
      'type of a synthetic exception',
      { exception: [thrown([frame('a')], { mechanism: { synthetic: true } })] },
      { exception: [thrown([frame('a')], { type: 'F', mechanism: { synthetic: true } })] },
    ],
    ['empty fingerprint', event([frame('a')]), event([frame('a')], { fingerprint: [] })],
    [
      'default fingerprint, any spacing',
      event([frame('a')]),
      event([frame('a')], { fingerprint: ['{{default}}'] }),
    ],
    [
      'fingerprint of non-strings',
      event([frame('a')], { fingerprint: [5, true] }),
      event([frame('b')], { fingerprint: ['5', 'true'] }),
    ],
    [
      'fingerprint equal to the message',
      { message: 'job 1', fingerprint: ['job 1'] },
      { message: 'job 2', fingerprint: ['job 2'] },
    ],
    [
      'indentation of the source line',
      event([frame('a', { context_line: '  x =  1' })]),
      event([frame('a', { context_line: 'x = 1' })]),
    ],
    [
      'crashed thread among idle ones',
      {
        threads: [
          { crashed: true, stacktrace: { frames: [frame('a')] } },
          { stacktrace: { frames: [frame('b')] } },
        ],
      },
      { threads: [{ crashed: true, stacktrace: { frames: [frame('a')] } }] },
    ],
    [
      'a stack that overflows, in Chrome and Firefox',
      {
        platform: 'javascript',
        exception: [{ type: 'RangeError', value: 'Maximum call stack size exceeded' }],
      },
      { platform: 'javascript', exception: [{ type: 'InternalError', value: 'too much recursion' }] },
    ],
    [
      'an error of a worker, with its object and without',
      { platform: 'javascript', exception: [{ type: 'TypeError', value: 'cart is undefined' }] },
      {
        platform: 'javascript',
        exception: [{ type: 'Error', value: 'Uncaught TypeError: cart is undefined' }],
      },
    ],
    [
      'csp reports of one scheme',
      { csp: { effective_directive: 'img-src', blocked_uri: 'data' } },
      { csp: { effective_directive: 'img-src', blocked_uri: 'data:image/png;base64,AAAA' } },
    ],
    [
      'csp reports of extensions',
      { csp: { effective_directive: 'img-src', blocked_uri: 'chrome-extension://abcdef/1.png' } },
      { csp: { effective_directive: 'img-src', blocked_uri: 'chrome-extension' } },
    ],
    [
      'csp reports of one host',
      { csp: { effective_directive: 'img-src', blocked_uri: 'https://a.example/1.png' } },
      { csp: { effective_directive: 'img-src', blocked_uri: 'http://a.example/2.png' } },
    ],
  ])('%s', (_name, left, right) => {
    expect(together(left, right)).toBe(true)
  })
})

describe('another issue', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['another type', event([frame('a')]), { ...event([]), exception: [thrown([frame('a')], { type: 'F' })] }],
    ['another function', event([frame('a')]), event([frame('b', { filename: 'a.py' })])],
    [
      'another source line',
      event([frame('a', { context_line: 'x' })]),
      event([frame('a', { context_line: 'y' })]),
    ],
    [
      'another cause',
      { exception: [thrown([frame('c')], { type: 'A' }), thrown([frame('a')])] },
      { exception: [thrown([frame('c')], { type: 'B' }), thrown([frame('a')])] },
    ],
    [
      'no cause',
      { exception: [thrown([frame('c')], { type: 'A' }), thrown([frame('a')])] },
      { exception: [thrown([frame('a')])] },
    ],
    ['another message', { message: 'user gone' }, { message: 'user back' }],
    [
      'another kind of code in a page, as older browsers report it',
      { csp: { violated_directive: "script-src 'unsafe-inline'", blocked_uri: 'self' } },
      { csp: { violated_directive: "script-src 'unsafe-eval'", blocked_uri: '' } },
    ],
    [
      'another fingerprint',
      event([frame('a')], { fingerprint: ['x'] }),
      event([frame('a')], { fingerprint: ['y'] }),
    ],
    ['a default and more', event([frame('a')], { fingerprint: ['x', '{{ default }}'] }), event([frame('a')])],
    [
      'a default of another stack',
      event([frame('a')], { fingerprint: ['x', '{{ default }}'] }),
      event([frame('b')], { fingerprint: ['x', '{{ default }}'] }),
    ],
    [
      'another directive',
      { csp: { effective_directive: 'img-src', blocked_uri: 'data' } },
      { csp: { effective_directive: 'font-src', blocked_uri: 'data' } },
    ],
    ['nothing said', {}, { message: 'x' }],
  ])('%s', (_name, left, right) => {
    expect(together(left, right)).toBe(false)
  })
})

test('a template counts by its file and line of text, before the message', () => {
  const template = (name: string, lineno: number): JsonObject => ({
    template: { filename: name, lineno, context_line: ' {% x %}' },
    message: 'no such tag',
  })
  expect(group(template('/srv/1/a.html', 3))).toMatchObject({
    method: 'template',
    components: ['template: a.html | {% x %}'],
  })
  expect(together(template('/srv/1/a.html', 3), template('/srv/2/a.html', 4))).toBe(true)
  expect(together(template('a.html', 3), template('b.html', 3))).toBe(false)
})

test('a cause from a library counts by its type, not by its text', () => {
  const cause = (value: string) => thrown([frame('send', { in_app: false })], { type: 'SMTPError', value })
  expect(
    together(
      { exception: [cause('to a'), thrown([frame('a')])] },
      { exception: [cause('to b'), thrown([frame('a')])] },
    ),
  ).toBe(true)
})

describe('exception groups', () => {
  const member = (id: number, type: string, parent = 0): JsonObject =>
    thrown([frame(type)], { type, mechanism: { exception_id: id, parent_id: parent } })
  const root = (value: string): JsonObject =>
    thrown([frame('gather')], {
      type: 'Group',
      value,
      mechanism: { exception_id: 0, is_exception_group: true },
    })

  test('equal members stand for one, and for the error alone', () => {
    const twice = { exception: [member(2, 'A'), member(1, 'A'), root('2 errors')] }
    const thrice = { exception: [member(3, 'A'), member(2, 'A'), member(1, 'A'), root('3 errors')] }
    expect(together(twice, thrice)).toBe(true)
    expect(together(twice, { exception: [thrown([frame('A')], { type: 'A' })] })).toBe(true)
  })

  test('the order of different members does not matter, their kinds do', () => {
    const mixed = { exception: [member(2, 'B'), member(1, 'A'), root('x')] }
    expect(together(mixed, { exception: [member(2, 'A'), member(1, 'B'), root('x')] })).toBe(true)
    expect(together(mixed, { exception: [member(2, 'C'), member(1, 'A'), root('x')] })).toBe(false)
  })

  test('broken ids make it a plain chain', () => {
    const broken = { exception: [member(1, 'A', 1), root('x')] }
    expect(group(broken).components).toContain('type: A')
    expect(group(broken).components).toContain('type: Group')
  })
})

describe('variables of a fingerprint', () => {
  test.each<[string, string]>([
    ['{{ type }}', 'E'],
    ['{{error.value}}', 'id <number>'],
    ['{{ transaction }}', '/pay'],
    ['{{ function }}', 'a'],
    ['{{ tags.shop }}', 'eu'],
    ['{{ tags.none }}', '<no-value-for-tag-none>'],
    ['pre-{{ level }}-post', 'pre-error-post'],
    ['{{ unknown }}', '{{ unknown }}'],
    ['{{ constructor }}', '{{ constructor }}'],
  ])('%s', (part, resolved) => {
    const said = {
      transaction: '/pay',
      tags: { shop: 'eu' },
      exception: [thrown([frame('a')], { value: 'id 5' })],
    }
    expect(group({ ...said, fingerprint: [part] })).toMatchObject({
      method: 'fingerprint',
      components: [`fingerprint: ${resolved}`],
    })
  })
})

const positions = fc.record({ lineno: fc.nat(5000), colno: fc.nat(300) })
const someFrame = fc.record({
  function: fc.constantFrom('a', 'b', 'handle', 'Object.c', '?', ''),
  filename: fc.constantFrom('src/app.js', 'https://x.example/app.js', 'lib.py', ''),
  in_app: fc.boolean(),
})

test('line and column numbers never change the keys', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('python', 'javascript', 'java', 'native', 'other'),
      fc.array(fc.tuple(someFrame, positions, positions), { maxLength: 8 }),
      (platform, frames) => {
        const first = frames.map(([sent, position]) => ({ ...sent, ...position }))
        const second = frames.map(([sent, , position]) => ({ ...sent, ...position }))
        expect(group({ platform, exception: [thrown(second)] })).toEqual(
          group({ platform, exception: [thrown(first)] }),
        )
      },
    ),
  )
})
