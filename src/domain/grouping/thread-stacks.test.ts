import { describe, expect, test } from 'vitest'
import { group, together } from '../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { previewFingerprint } from './preview.ts'
import { explainGrouping } from './v1/fingerprint.ts'

const call = (name: string, more: JsonObject = {}): JsonObject => ({
  function: name,
  filename: `${name}.gd`,
  in_app: true,
  platform: 'gdscript',
  ...more,
})
const thread = (frames: JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: 7,
  current: true,
  stacktrace: { frames },
  ...more,
})
/** As Godot's SDK and C++ programs send an error: the exception has no stack, its thread has. */
const scriptError = (threads: JsonObject[], more: JsonObject = {}): JsonObject => ({
  platform: 'native',
  exception: [{ type: 'SCRIPT ERROR', value: 'Invalid access to key 7', thread_id: 7, ...more }],
  threads: { values: threads },
})
const preview = (event: JsonObject) => previewFingerprint(event).preview
const isOne = (left: JsonObject, right: JsonObject) => together(left, right)

describe('an exception whose thread has the stack', () => {
  const ready = scriptError([thread([call('_ready')])])

  test('is told by the thread and by its text', () => {
    expect(group(ready).components).toEqual([
      'type: SCRIPT ERROR',
      'value: Invalid access to key <number>',
      'frame: _ready.gd in _ready',
    ])
  })

  test.each<[string, JsonObject]>([
    ['in another function', scriptError([thread([call('_process')])])],
    ['with another text', scriptError([thread([call('_ready')])], { value: 'Division by zero' })],
  ])('%s is another issue', (_name, other) => {
    expect(isOne(ready, other)).toBe(false)
    expect(preview(ready)).not.toBe(preview(other))
  })

  test('is the same in another line and thread', () => {
    const other = scriptError(
      [
        thread([call('_process')], { id: 1, current: false }),
        thread([call('_ready', { lineno: 9 })], { id: 9 }),
      ],
      { thread_id: 9, value: 'Invalid access to key 8' },
    )
    expect(isOne(ready, other)).toBe(true)
  })

  test.each<[string, JsonObject[]]>([
    ['only of libraries', [call('run', { in_app: false })]],
    ['without symbols', [{ instruction_addr: '0x1010', image_addr: '0x1000', in_app: true }]],
  ])('that is %s is told by its text alone', (_name, frames) => {
    expect(group(scriptError([thread(frames)])).components).toEqual([
      'type: SCRIPT ERROR',
      'value: Invalid access to key <number>',
    ])
  })

  test('is not told by the thread if it has a stack of its own', () => {
    const stacktrace = { frames: [call('pay')] }
    const event = scriptError([thread([call('_ready')])], { stacktrace })
    expect(group(event).components).toEqual(['type: SCRIPT ERROR', 'frame: pay.gd in pay'])
  })

  test('explains the thread as a part that counts', () => {
    const normalised = normaliseEvent(structuredClone(ready), { receivedAt: 0, retentionDays: 30 })
    expect(explainGrouping(normalised).leftOut.map(({ kind }) => kind)).toEqual(['value'])
  })
})

describe('an exception that the SDK made up', () => {
  const logged = (value: string, platform: string, frames = [call('Pay', { platform })]): JsonObject => ({
    platform,
    exception: [
      {
        type: 'LogException',
        value,
        mechanism: { type: 'unity.log', synthetic: true },
        stacktrace: { frames },
      },
    ],
  })

  test.each(['csharp', 'dart', 'python'])(
    'of %s counts its text: its stack is that of the reporter',
    (platform) => {
      expect(isOne(logged('Cart 7 failed', platform), logged('Cart 8 failed', platform))).toBe(true)
      expect(isOne(logged('Cart failed', platform), logged('No network', platform))).toBe(false)
      expect(preview(logged('Cart failed', platform))).not.toBe(preview(logged('No network', platform)))
    },
  )

  test('of native code does not: it is a crash, whose stack is real', () => {
    expect(isOne(logged('Segfault', 'native'), logged('Abort', 'native'))).toBe(true)
  })
})

test('JavaScript that Java raised again is told by its text, without the stack that is printed in it', () => {
  const frames = [{ module: 'com.facebook.react.Bridge', function: 'report', in_app: false }]
  const raised = (value: string): JsonObject => ({
    platform: 'java',
    exception: [{ type: 'JavascriptException', value, stacktrace: { frames } }],
  })
  const [first, again] = ['12', '99'].map((column) =>
    raised(`TypeError: x is null, stack:\npay@1:${column}\n`),
  )
  const other = raised('ReferenceError: y is not defined, stack:\npay@1:12\n')
  expect(isOne(first!, again!)).toBe(true)
  expect(isOne(first!, other)).toBe(false)
  expect(preview(first!)).not.toBe(preview(other))
})

test('a crash without a description is none of the events without content', () => {
  const [crash, empty] = ['fatal', 'error'].map((level) => ({ platform: 'native', level }))
  expect(isOne(crash!, empty!)).toBe(false)
  expect(preview(crash!)).not.toBe(preview(empty!))
})

test('Elixir’s SDK marks no frame until it is told which to; those of no library are the application’s', () => {
  const frames = (version: number): JsonObject[] => [
    { module: 'Elixir.Bandit.Pipeline', function: `Bandit.Pipeline.run${version}/4`, in_app: false },
    { module: 'Elixir.Shop.Cart', function: 'Shop.Cart.pay/2', filename: 'lib/shop/cart.ex', in_app: false },
    { module: 'erlang', function: ':erlang.binary_to_integer/1', in_app: false },
  ]
  const raised = (version: number): JsonObject => ({
    platform: 'elixir',
    exception: [{ type: 'ArgumentError', value: 'x', stacktrace: { frames: frames(version) } }],
  })
  expect(group(raised(1)).components).toEqual(['type: ArgumentError', 'frame: Shop.Cart in pay/2'])
  expect(isOne(raised(1), raised(2))).toBe(true)
})
