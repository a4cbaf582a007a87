import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breadcrumbs, exceptionChain, stackFrames } from './event-view.ts'
import { groupEvent } from './fingerprint.ts'
import type { JsonObject } from './json.ts'
import { normaliseEvent } from './normalise-event.ts'

const normalise = (event: JsonObject) => normaliseEvent(event, { receivedAt: 1.7e12, retentionDays: 90 })

/** As it comes out of JSON.parse: without what no document can hold, as -0. */
const asSent = (event: object): JsonObject => JSON.parse(JSON.stringify(event))

const anything = fc.jsonValue({ maxDepth: 3 })
const frame = fc.dictionary(
  fc.constantFrom(
    'filename',
    'abs_path',
    'module',
    'function',
    'lineno',
    'in_app',
    'context_line',
    'pre_context',
    'vars',
    'package',
  ),
  anything,
)
const stack = fc.oneof(anything, fc.record({ frames: fc.array(fc.oneof(anything, frame), { maxLength: 4 }) }))
const thrown = fc.dictionary(fc.constantFrom('type', 'value', 'mechanism', 'module'), anything)
const exception = fc.oneof(
  anything,
  fc.array(
    fc.tuple(thrown, stack).map(([said, stacktrace]) => ({ ...said, stacktrace })),
    { maxLength: 3 },
  ),
)
const fields = [
  'message',
  'logentry',
  'level',
  'platform',
  'release',
  'environment',
  'user',
  'tags',
  'contexts',
  'request',
  'breadcrumbs',
  'threads',
  'fingerprint',
  'timestamp',
  'csp',
  'sdk',
  'checksum',
  'extra',
]
const oddEvent = fc
  .tuple(fc.dictionary(fc.constantFrom(...fields), anything), exception, stack)
  .map(([said, exceptions, stacktrace]) => asSent({ ...said, exception: exceptions, stacktrace }))

test('no event makes it throw, whatever its shape', () => {
  fc.assert(
    fc.property(oddEvent, (event) => {
      const normalised = normalise(event)
      groupEvent(normalised)
      stackFrames(normalised.payload)
      breadcrumbs(normalised.payload)
      exceptionChain(normalised.payload)
      expect(normalised.title.length).toBeGreaterThan(0)
      expect(normalised.title.length).toBeLessThanOrEqual(250)
      expect(JSON.parse(JSON.stringify(normalised.payload))).toEqual(normalised.payload)
    }),
    { numRuns: 1000 },
  )
})

test('a payload normalises to itself', () => {
  fc.assert(
    fc.property(oddEvent, (event) => {
      const once = normalise(event)
      const again = normalise(JSON.parse(JSON.stringify(once.payload)))
      expect(again.payload).toEqual(once.payload)
      expect(groupEvent(again)).toEqual(groupEvent(once))
    }),
    { numRuns: 500 },
  )
})
