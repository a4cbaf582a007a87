import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewFingerprint } from '#domain/grouping/preview.ts'
import { parseEvent, parseJsonObject } from './parse-event.ts'

const frame = fc.record(
  {
    function: fc.constantFrom('<anonymous>', 'Cart.price', 'eval', 'handler'),
    module: fc.constantFrom('cart', 'a.b'),
    filename: fc.constantFrom('/srv/cart.js', 'https://cdn.example.com/app.js', 'node:internal'),
    abs_path: fc.constantFrom('/srv/cart.js', 'native code', '<anonymous>'),
    lineno: fc.constantFrom(1, 2),
    in_app: fc.boolean(),
    context_line: fc.constantFrom('return price(cart)', 'x'.repeat(400)),
    pre_context: fc.constantFrom(['a'], ['b', 'c']),
    vars: fc.constantFrom({ id: 1 }, { list: [{ id: 2 }, 2] }),
  },
  { requiredKeys: ['function'] },
)
const stacks = fc.sample(fc.array(frame, { minLength: 8, maxLength: 12 }), { numRuns: 100, seed: 7 })
const entry = fc.record({
  type: fc.constantFrom('E', undefined),
  value: fc.constantFrom('no 7', 'maximum call stack'),
  stacktrace: fc.record({ frames: fc.constantFrom(...stacks) }),
})
const values = fc.record({ values: fc.array(entry, { maxLength: 3 }) })
const event = fc.record(
  {
    platform: fc.constantFrom('node', 'python', 'java'),
    release: fc.constantFrom('1.0', '2.0'),
    exception: values,
    threads: values,
    stacktrace: fc.oneof(
      { weight: 30, arbitrary: fc.constant(null) },
      fc.record({ frames: fc.constantFrom(...stacks) }),
    ),
    fingerprint: fc.constant(['{{ default }}', '{{ function }}']),
    user: fc.constantFrom({ id: '5' }, { id: 2 ** 60 }),
  },
  { requiredKeys: ['platform'] },
)

test('an event with stacks that were seen before has the preview of one that is parsed whole', () => {
  let shared = 0
  fc.assert(
    fc.property(event, (sent) => {
      const text = Buffer.from(JSON.stringify(sent))
      const parsed = parseEvent(text, 0, text.length)!
      const whole = parseJsonObject(text, 0, text.length)!
      expect(previewFingerprint(parsed)).toEqual(previewFingerprint(whole))
      if (JSON.stringify(parsed) !== JSON.stringify(whole)) shared += 1
    }),
    { numRuns: 3000 },
  )
  expect(shared).toBeGreaterThan(500)
})

test('a frame that names a prototype gets none', () => {
  const frame = `{"__proto__":{"function":"handler"},"filename":"${'a'.repeat(600)}.js"}`
  const text = Buffer.from(`{"exception":{"values":[{"type":"E","stacktrace":{"frames":[${frame}]}}]}}`)
  const previews = Array.from({ length: 4 }, () => previewFingerprint(parseEvent(text, 0, text.length)!))
  expect(previews).toEqual(previews.map(() => previewFingerprint(parseJsonObject(text, 0, text.length)!)))
})
