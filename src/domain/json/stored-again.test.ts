import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'

const CONTEXT = { receivedAt: Date.UTC(2026, 4, 5, 6, 7, 8), retentionDays: 90, clientIp: '203.0.113.7' }
/** What controls, blanks and cuts do to the ends of a name. */
const END = fc.constantFrom('', ' ', '\u0001', '\u0085', '\n', '\ufeff', '\0')
const ODD_NAME = fc
  .tuple(END, fc.constantFrom('', 'a', 'x'.repeat(249), `${'x'.repeat(249)} y`, '[Filtered]', '1.0'), END)
  .map((parts) => parts.join(''))
const ODD_VALUE = fc.oneof(
  ODD_NAME,
  fc.constantFrom(1.5, true, null, ['1', 'b'], [{ a: 1 }], { name: ' a\u0001' }),
)

test('a stored event, read again, says the same: `errata verify` compares it with its columns', () => {
  const named = fc.constantFrom('environment', 'sentry:release', 'a')
  const tags = fc.oneof(
    fc.dictionary(named, ODD_VALUE),
    fc.array(fc.oneof(fc.tuple(named, ODD_VALUE), fc.record({ key: named, value: ODD_VALUE }))),
    fc.array(fc.constantFrom('environment: qa', 'sentry:release=1')),
  )
  const user = fc.record({ id: ODD_VALUE, email: ODD_VALUE, username: ODD_VALUE })
  const sent = fc.record({ release: ODD_VALUE, environment: ODD_VALUE, tags, user }, { requiredKeys: [] })
  fc.assert(
    fc.property(sent, (event) => {
      const { payload: stored, ...columns } = normaliseEvent(
        structuredClone(event) as unknown as JsonObject,
        CONTEXT,
      )
      const { payload: _, ...again } = normaliseEvent(JSON.parse(JSON.stringify(stored)), CONTEXT)
      expect(again).toEqual(columns)
    }),
    { numRuns: 500 },
  )
})
