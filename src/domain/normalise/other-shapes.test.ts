import { describe, expect, test } from 'vitest'
import { stackFrames } from '../event/view.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from './event.ts'

/* Data that clients send in another shape than documented: it is kept. */

const normalise = (event: JsonObject) => normaliseEvent(event, { receivedAt: 1.7e12, retentionDays: 90 })

test.each<[sent: JsonObject, kept: JsonObject]>([
  [{ extra: ['first', 'second'] }, { extra: { value: ['first', 'second'] } }],
  [{ extra: 'order 7 is lost' }, { extra: { value: 'order 7 is lost' } }],
  [{ extra: 0 }, { extra: { value: 0 } }],
  [{ user: 'ada@shop.example' }, { user: { id: 'ada@shop.example' } }],
  [{ user: 42 }, { user: { id: '42' } }],
  [
    { tags: ['beta', 'env:prod', 'team = pay', 'https://shop.example'] },
    { tags: { beta: 'true', env: 'prod', 'https://shop.example': 'true' } },
  ],
  [{ tags: 'beta, env:prod' }, { tags: { beta: 'true', env: 'prod' } }],
  [{ tags: ['session: abc'] }, { tags: { session: '[Filtered]' } }],
  [
    { tags: { roles: ['admin', 7], cart: { total: 7 } } },
    { tags: { roles: 'admin, 7', cart: '{"total":7}' } },
  ],
  [
    { contexts: [{ type: 'os', name: 'Linux' }, { color: 'red' }, { type: 'os', name: 'BSD' }] },
    { contexts: { os: { name: 'Linux' }, 1: { color: 'red' }, 2: { name: 'BSD' } } },
  ],
  [{ contexts: 'order 7' }, { contexts: { value: { value: 'order 7' } } }],
  [{ release: { name: 'shop', version: '1.2' } }, { release: 'shop@1.2' }],
  [
    { release: { version: '1.2' }, environment: { name: 'staging' } },
    { release: '1.2', environment: 'staging' },
  ],
  [
    { stacktrace: [{ function: 'f', vars: ['<<"abc">>', 2] }] },
    { stacktrace: { frames: [{ vars: { 0: '<<"abc">>', 1: 2 } }] } },
  ],
])('%j', (sent, kept) => {
  expect(normalise(sent).payload).toMatchObject(kept)
})

test.each<JsonObject>([{ extra: [] }, { extra: null }, { extra: '' }, { user: [] }, { user: ' ' }])(
  '%j says nothing',
  (sent) => {
    const [field] = Object.keys(sent)
    expect(normalise(sent).payload).not.toHaveProperty(field!)
  },
)

describe('a stack beside the exceptions', () => {
  const frames = [{ function: 'main' }, { function: 'pay' }]
  const called = (event: JsonObject) => stackFrames(normalise(event).payload).map((frame) => frame.function)

  test('is that of the last one', () => {
    const event = { exception: [{ type: 'Cause' }, { type: 'E' }], stacktrace: { frames } }
    const { payload } = normalise(event)
    expect(payload).toMatchObject({ exception: { values: [{ type: 'Cause' }, { stacktrace: { frames } }] } })
    expect(payload).not.toHaveProperty('stacktrace')
  })

  test.each<[string, JsonObject]>([
    ['by its old name', { 'sentry.interfaces.Stacktrace': { frames } }],
    ['as a list', { stacktrace: frames }],
    ['as a list with gaps', { stacktrace: { frames: { 0: frames[0]!, 2: frames[1]! } } }],
  ])('%s', (_name, stack) => {
    expect(called({ 'sentry.interfaces.Exception': { type: 'E', value: 'v' }, ...stack })).toEqual([
      'main',
      'pay',
    ])
  })

  test('stays where an exception has frames, or there is none', () => {
    const own = { stacktrace: { frames: [{ function: 'own' }] } }
    const beside = normalise({ exception: [{ type: 'E', ...own }, { type: 'F' }], stacktrace: { frames } })
    expect(beside.payload).toMatchObject({ stacktrace: { frames } })
    expect(normalise({ message: 'm', stacktrace: { frames } }).payload).toMatchObject({
      stacktrace: { frames },
    })
  })
})

test('native code without a binary is the application’s by its source file', () => {
  const frames: JsonObject[] = [
    { function: 'main.main', filename: 'src/main.zig' },
    { function: 'std.debug.panic', filename: '/usr/lib/zig/std/debug.zig' },
    { function: 'unknown', instruction_addr: '0x21a0f1' },
  ]
  const { payload, culprit } = normalise({
    platform: 'native',
    exception: [{ type: 'Panic', stacktrace: { frames } }],
  })
  expect(stackFrames(payload).map((frame) => frame.in_app)).toEqual([true, false, false])
  expect(culprit).toBe('main.main (src/main.zig)')
})

test('the engine’s own code is not to blame', () => {
  const frames: JsonObject[] = [
    { function: 'loadCart', filename: 'https://shop.example/app.js', lineno: 4, in_app: true },
    { function: 'JSON.parse', filename: '<anonymous>', in_app: true },
  ]
  const event = { platform: 'javascript', exception: [{ type: 'SyntaxError', stacktrace: { frames } }] }
  expect(normalise(event).culprit).toBe('loadCart (/app.js)')
})

test.each(['capacitor://localhost', 'ionic://localhost', 'tauri://localhost', 'https://localhost'])(
  'a page of an app at %s has its path as file name',
  (origin) => {
    const frames = [{ function: 'pay', filename: `${origin}/js/app.js`, lineno: 1 }]
    const { payload } = normalise({
      platform: 'javascript',
      exception: [{ type: 'E', stacktrace: { frames } }],
    })
    expect(stackFrames(payload)).toMatchObject([{ filename: '/js/app.js', abs_path: `${origin}/js/app.js` }])
  },
)

test('in_app as a number says what it says as a boolean', () => {
  const frames = [0, 1].map((said) => ({ function: 'pay', filename: 'cart.py', in_app: said }))
  const { stacktrace } = normalise({ platform: 'python', stacktrace: { frames } }).payload
  expect(stacktrace).toMatchObject({ frames: [{ in_app: false }, { in_app: true }] })
})
