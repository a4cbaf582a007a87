import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { event, frame, thrown } from '../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { valueList } from '../text/value-list.ts'
import { explainGrouping, groupEvent } from './v1/fingerprint.ts'

const normalised = (sent: JsonObject) =>
  normaliseEvent(structuredClone(sent), { receivedAt: 0, retentionDays: 30 })
const explain = (sent: JsonObject) => explainGrouping(normalised(sent))

const names = fc.constantFrom('pay', 'retry', 't', 'eval', '?', '', '<anonymous>')
const frames = fc.array(
  fc.record({
    function: names,
    filename: fc.constantFrom('cart.js', '', '/srv/node_modules/x/a.js', 'app.py'),
    abs_path: fc.constantFrom('https://shop.example/a.js', '[native code]', ''),
    in_app: fc.boolean(),
  }),
  { maxLength: 30 },
)
const value = fc.constantFrom('order 7 failed', 'stack overflow', '', 'plain')
const exception = fc.record(
  {
    type: fc.constantFrom('E', 'StackOverflowError', 'ExceptionGroup', '*fmt.wrapError'),
    value,
    stacktrace: fc.record({ frames }),
    mechanism: fc.record(
      {
        synthetic: fc.boolean(),
        is_exception_group: fc.boolean(),
        exception_id: fc.nat(4),
        parent_id: fc.nat(3),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['type'] },
)
const events = fc.record(
  {
    platform: fc.constantFrom('javascript', 'python', 'java', 'go'),
    message: value,
    exception: fc.array(exception, { maxLength: 5 }),
    stacktrace: fc.record({ frames }),
    threads: fc.array(fc.record({ crashed: fc.boolean(), stacktrace: fc.record({ frames }) }), {
      maxLength: 2,
    }),
    fingerprint: fc.array(fc.constantFrom('{{ default }}', 'own', '{{ type }}'), { maxLength: 3 }),
    checksum: fc.constant('abc'),
    transaction: fc.constant('/cart/7'),
  },
  { requiredKeys: ['platform'] },
)

test('explains exactly the hashed parts, and they hash to the fingerprint', () => {
  fc.assert(
    fc.property(events, (sent) => {
      const grouped = groupEvent(normalised(sent as JsonObject))
      const { app, system, leftOut, ...explained } = explain(sent as JsonObject)
      expect(explained).toEqual(grouped)
      const hashes = [app, system].filter((parts) => parts.length > 0).map(hashOf)
      expect([...new Set(hashes)]).toEqual(grouped.keys)
      for (const { text } of leftOut) expect(text).not.toBe('')
    }),
    { numRuns: 500 },
  )
})

test('of an exception each frame counted, or was left out by a rule', () => {
  fc.assert(
    fc.property(frames, fc.constantFrom('javascript', 'python'), (sent, platform) => {
      const own = normalised({
        platform,
        exception: [{ type: 'E', value: 'x', stacktrace: { frames: sent } }],
      })
      const stack = valueList(own.payload.exception)[0]?.stacktrace as JsonObject | undefined
      const all = (stack?.frames as unknown[] | undefined)?.length ?? 0
      const { components, leftOut } = explainGrouping(own)
      const counted = components.filter((component) => component.startsWith('frame: '))
      const ignored = leftOut.filter(({ kind }) => kind === 'frame')
      expect(counted.length + ignored.length).toBe(all)
    }),
    { numRuns: 500 },
  )
})

const library = frame('lib', { in_app: false })

test.each<[string, JsonObject, [kind: string, rule: string][]]>([
  ['library frames beside the application', event([frame('a'), library]), [['frame', 'library']]],
  ['library frames alone count', event([library]), []],
  [
    'a stack that Node cut',
    event(
      [...'abcdefghij'].map((name) => frame(name)),
      { platform: 'node' },
    ),
    [
      ['frame', 'cut_stack'],
      ['frame', 'cut_stack'],
    ],
  ],
  ['recursion', event([frame('a'), frame('r'), frame('r')]), [['frame', 'repeated']]],
  ['a nameless frame', event([frame('a'), { function: '?', in_app: true }]), [['frame', 'no_name']]],
  [
    'engine code',
    event([frame('a'), frame('eval', { in_app: true })], { platform: 'javascript' }),
    [['frame', 'runtime_code']],
  ],
  ['a value with an id', { exception: [{ type: 'E', value: 'order 7' }] }, [['value', 'varying_parts']]],
  ['a message with an id', { message: 'order 7' }, [['message', 'varying_parts']]],
  ['a message beside an exception', event([frame('a')], { message: 'hi' }), [['message', 'better_source']]],
  [
    'a fingerprint of the SDK',
    { fingerprint: ['x'], message: 'hi' },
    [['default grouping', 'client_fingerprint']],
  ],
  [
    'the wrapper of an exception group',
    {
      exception: [
        thrown([frame('a')], { mechanism: { exception_id: 1, parent_id: 0 } }),
        thrown([frame('g')], { type: 'G', mechanism: { exception_id: 0, is_exception_group: true } }),
      ],
    },
    [['exception', 'other_group_member']],
  ],
])('%s', (_what, sent, expected) => {
  const told = explain(sent).leftOut.filter(({ rule }) => rule !== 'frames_decide')
  expect(told.map(({ kind, rule }) => [kind, rule])).toEqual(expected)
})

test('a stack deeper than 100 frames says which frames were too many', () => {
  const sent = event(Array.from({ length: 103 }, (_, n) => frame(`f${'x'.repeat(n)}`)))
  const { components, leftOut } = explain(sent)
  expect(components.filter((component) => component.startsWith('frame: '))).toHaveLength(100)
  expect(leftOut.filter(({ rule }) => rule === 'too_many_frames')).toHaveLength(3)
})

function hashOf(components: string[]): string {
  return createHash('sha1').update(components.join('\u0000')).digest('hex').slice(0, 32)
}
