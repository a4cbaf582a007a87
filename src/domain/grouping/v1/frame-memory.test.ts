import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { frameComponent } from './frame.ts'
import { framePart } from './frame-memory.ts'

const NAMES = ['Foo.bar', 'Foo.baz', 'eval', '', 'https://a.example/x.js', '/srv/a.js', '/srv/b.js']
const name = fc.option(fc.constantFrom(...NAMES), { nil: null })
const frameFields = fc.record(
  {
    lineno: fc.constant(1),
    platform: fc.constantFrom('python', 'java'),
    function: name,
    filename: name,
    abs_path: name,
    module: name,
    context_line: name,
    raw: fc.constant({ function: 'a' }),
    data: fc.constantFrom({}, { sourcemap: 'x' }),
  },
  { requiredKeys: ['lineno'] },
)
/** From text, so that no two frames share a string. */
const frames = frameFields.map((frame): JsonObject => JSON.parse(JSON.stringify(frame)))

test('a frame that was seen before counts as it does alone, however alike the frames are', () => {
  fc.assert(
    fc.property(fc.array(frames), fc.constantFrom('javascript', 'python', 'csharp'), (list, platform) => {
      for (const frame of [...list, ...list, ...list]) {
        const component = frameComponent(frame, platform)
        expect(framePart(frame, platform)).toBe(component === '' ? '' : `frame: ${component}`)
      }
    }),
  )
})
