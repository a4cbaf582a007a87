import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupEvent } from '../grouping/v1/fingerprint.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { breadcrumbs, exceptionChain, stackFrames } from './view.ts'

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

test('a payload says all that the columns say: `errata verify` makes them again from it', () => {
  const context = { receivedAt: 1.7e12, retentionDays: Number.POSITIVE_INFINITY }
  fc.assert(
    fc.property(oddEvent, (event) => {
      const first = normaliseEvent(event, { ...context, clientIp: '203.0.113.7' })
      const { keys } = groupEvent(first)
      const { payload, occurredAt: _, ...columns } = first
      const again = normaliseEvent(JSON.parse(JSON.stringify(payload)), context)
      expect(again).toMatchObject(columns)
      expect(groupEvent(again).keys).toEqual(keys)
    }),
    { numRuns: 500 },
  )
})
