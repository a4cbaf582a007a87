import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headColumns, headRow } from './head.ts'

/** Times to the year 73,000; body ends of records without a body are negative. */
const number = fc.integer({ min: -(2 ** 40), max: 2 ** 51 })
const record = fc.record({
  numbers: fc.tuple(number, number, number, number),
  eventId: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  preview: fc.stringMatching(/^[0-9a-f]{32}$/),
})

test('a head gives back the numbers, ids and previews of its records', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (records) => {
      const columns = {
        count: records.length,
        numbers: Float64Array.from(records.flatMap(({ numbers }) => numbers)),
        eventIds: Buffer.concat(records.map(({ eventId }) => eventId)),
        previews: records.map(({ preview }) => preview).join('\n'),
      }
      expect(headColumns(headRow(columns))).toEqual(columns)
    }),
  )
})

test('a record of a steady flow takes less than 40 bytes', () => {
  const count = 20
  const numbers = Float64Array.from(
    Array.from({ length: count }, (_, n) => [1, 3, 1_770_000_000_000 + 2 * n, 4800 * (n + 1)]).flat(),
  )
  const row = headRow({
    numbers,
    eventIds: new Uint8Array(16 * count),
    previews: Array.from({ length: count }, () => 'ab'.repeat(16)).join('\n'),
  })
  expect((row.numbers.length + row.eventIds.length + row.previews.length) / count).toBeLessThan(40)
})
