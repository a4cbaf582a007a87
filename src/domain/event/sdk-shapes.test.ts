import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInexactInteger, type JsonObject, parseExactJson } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { headOf } from '../text/plain-text.ts'
import { breadcrumbs, stackFrames } from './view.ts'

/* Shapes that single SDKs send, beside those of normalise/event.test.ts. */

const normalise = (event: JsonObject) => normaliseEvent(event, { receivedAt: 1.7e12, retentionDays: 90 })

describe('title', () => {
  const crash = (mechanism: JsonObject): JsonObject => ({
    exception: [{ mechanism, stacktrace: { frames: [{ function: 'main' }, { function: '<redacted>' }] } }],
  })
  test.each<[string, JsonObject, string]>([
    [
      'an NSError',
      crash({ meta: { ns_error: { domain: 'Shop.CartError', code: 2 } } }),
      'Shop.CartError: code 2',
    ],
    [
      'a Mach exception',
      crash({ meta: { mach_exception: { name: 'EXC_BAD_ACCESS' }, signal: { name: 'SIGBUS' } } }),
      'EXC_BAD_ACCESS',
    ],
    ['a signal', crash({ meta: { signal: { number: 6, name: 'SIGABRT' } } }), 'SIGABRT'],
    ['nothing but frames', crash({ type: 'generic' }), 'main'],
    ['a redacted domain', crash({ meta: { ns_error: { domain: '<redacted>', code: 2 } } }), 'main'],
    ['a stack alone', { stacktrace: { frames: [{ function: 'outer' }, { function: 'inner' }] } }, 'inner'],
    [
      'a thread alone',
      { threads: [{ crashed: true, stacktrace: { frames: [{ function: 'run' }] } }] },
      'run',
    ],
    ['a stack without names', { stacktrace: { frames: [{ function: '?' }, { lineno: 1 }] } }, '<no message>'],
    [
      'a list with gaps, as PHP writes it',
      { exception: { values: { 1: { type: 'A' }, 3: { type: 'B' } } } },
      'B',
    ],
    ['a thrown text', { exception: 'boom' }, 'boom'],
    ['thrown texts', { exception: { values: ['the cause', 'boom'] } }, 'boom'],
    [
      'an error of a worker, as browsers word it',
      { exception: { type: 'Error', value: 'Uncaught TypeError: cart is undefined' } },
      'TypeError: cart is undefined',
    ],
    [
      'a plain error of a worker',
      { exception: { type: 'Error', value: 'Uncaught Error: no cart' } },
      'Error: no cart',
    ],
    [
      'a sentence in a sentence, which stays as it is when it is read again',
      { exception: { type: 'Error', value: 'Uncaught Error: Uncaught Error: no cart' } },
      'Error: Uncaught Error: Uncaught Error: no cart',
    ],
    [
      'a rejection of a worker',
      { exception: { type: 'Error', value: 'Uncaught (in promise) PayError: declined' } },
      'PayError: declined',
    ],
    [
      'a type of its own',
      { exception: { type: 'AssertionError', value: 'Uncaught TypeError: cart is undefined' } },
      'AssertionError: Uncaught TypeError: cart is undefined',
    ],
    [
      'a text of Rust, whose first word is sent as the type',
      { platform: 'native', exception: { type: 'checkout', value: 'checkout of 3 failed' } },
      'checkout of 3 failed',
    ],
    [
      'what Rust logs, with the macro as its type',
      { platform: 'native', exception: { type: 'tracing::error!', value: 'payment failed' } },
      'payment failed',
    ],
    ['a JavaScript error', { exception: { name: 'PayError', message: 'declined' } }, 'PayError: declined'],
    ['a message that is a list', { message: ['pay', 402] }, '["pay",402]'],
    ['a message without its text', { message: { code: 402 } }, '{"code":402}'],
    ['an empty message', { message: {}, logentry: [] }, '<no message>'],
    [
      'the report of a browser',
      {
        'csp-report': { 'violated-directive': 'img-src https:', 'blocked-uri': 'http://evil.example/x.png' },
      },
      'Blocked img-src from http://evil.example',
    ],
    ['a value without content', { exception: [{ type: 'PayError', value: {} }] }, 'PayError'],
    ['a value without content, beside a message', { exception: [{ value: {} }], message: 'boom' }, 'boom'],
    ['a value that is a list', { exception: [{ value: ['pay', 402] }] }, '["pay",402]'],
    ['colours of a terminal', { message: '\u001b[1;31mfailed\u001b[0m to start' }, 'failed to start'],
  ])('%s', (_name, event, title) => {
    expect(normalise(event).title).toBe(title)
  })
})

describe('contexts', () => {
  const columns = (contexts: JsonObject) => {
    const { runtimeName, runtimeVersion, osName } = normalise({ contexts })
    return [runtimeName, runtimeVersion, osName]
  }
  test.each<[string, JsonObject, (string | null)[]]>([
    [
      'of a type under another name',
      {
        'server-runtime': { type: 'runtime', name: '.NET Core', version: '3.1.3' },
        'server-os': { type: 'os', name: 'Windows' },
      },
      ['.NET Core', '3.1.3', 'Windows'],
    ],
    [
      'the name before the type',
      { node: { type: 'runtime', name: 'Node', version: '8' }, runtime: { name: 'Electron', version: '2' } },
      ['Electron', '2', null],
    ],
    [
      'with nothing but a description',
      {
        runtime: { raw_description: '.NET 6.0.1' },
        os: { raw_description: 'Microsoft Windows 10.0.17134 ' },
      },
      ['.NET', '6.0.1', 'Windows'],
    ],
    [
      'of Unix',
      {
        runtime: { raw_description: 'Mono 5.11.0 ((HEAD)' },
        os: { raw_description: 'Linux 5.3.0-24-generic #24-Ubuntu SMP' },
      },
      ['Mono', '5.11.0', 'Linux'],
    ],
    ['without a version', { os: { raw_description: 'Plan Nine' } }, [null, null, 'Plan Nine']],
  ])('%s', (_name, contexts, expected) => {
    expect(columns(contexts)).toEqual(expected)
  })
})

test('a name that a request gives twice keeps both values', () => {
  const { payload } = normalise({
    request: {
      query_string: [
        ['a', '1'],
        ['b', null],
        ['a', '2'],
        ['a', '3'],
      ],
      headers: [
        ['X-A', '1'],
        ['X-A', '2'],
      ],
    },
  })
  expect(payload.request).toEqual({
    query_string: { a: ['1', '2', '3'], b: null },
    headers: { 'X-A': '1, 2' },
  })
})

test('a breadcrumb alone is a list of one; crumbs that say nothing are left out', () => {
  const shown = (sent: JsonObject | JsonObject[]) =>
    breadcrumbs(normalise({ breadcrumbs: sent }).payload).map(({ category, message }) => [category, message])
  expect(shown({ category: 'ui', message: 'click' })).toEqual([['ui', 'click']])
  expect(shown([{}, { level: 'info' }, { message: '', category: 'nav' }])).toEqual([['nav', null]])
  expect(shown({ values: [] })).toEqual([])
})

test('an exception without a stack has that of the thread it names', () => {
  const thread = (id: number, name: string) => ({ id, stacktrace: { frames: [{ function: name }] } })
  const event = {
    exception: [{ type: 'A', thread_id: 7 }],
    threads: [{ ...thread(1, 'main'), crashed: true }, thread(7, 'worker')],
  }
  expect(stackFrames(normalise(event).payload).map((frame) => frame.function)).toEqual(['worker'])
})

test.each([
  ['dart:async', false],
  ['package:flutter/src/widgets/framework.dart', false],
  ['package:shop/main.dart', true],
  ['/usr/share/perl5/Plack.pm', false],
])('an unmarked frame in %s: in_app %s', (abs_path, inApp) => {
  const event = { stacktrace: { frames: [{ abs_path, function: 'f' }] } }
  expect(stackFrames(normalise(event).payload)[0]!.in_app).toBe(inApp)
})

test('line numbers beyond 32 bits are none', () => {
  const event = { stacktrace: { frames: [{ function: 'f', lineno: 1e300, colno: 4 }] } }
  expect(stackFrames(normalise(event).payload)[0]).toMatchObject({ lineno: null, colno: 4 })
})

test('every integer of a JSON text can be read back digit by digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (integer) => {
      const text = `{"n":${integer}}`
      const { n } = parseExactJson(text)
      expect(String(n)).toBe(String(integer))
      expect(typeof n).toBe(isInexactInteger(Number(integer)) ? 'string' : 'number')
    }),
  )
})

test('a head is a prefix, no longer than asked, without half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, limit) => {
      const head = headOf(text, limit)
      expect(text.startsWith(head)).toBe(true)
      expect(head.length).toBeGreaterThanOrEqual(Math.min(text.length, limit) - 1)
      expect(head.length).toBeLessThanOrEqual(limit)
      expect(head.isWellFormed()).toBe(true)
    }),
  )
})
