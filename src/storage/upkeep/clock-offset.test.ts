import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clockOffset } from './clock-offset.ts'

const delay = fc.integer({ min: 0, max: 500 })
const looks = fc.array(fc.record({ there: delay, back: delay }), { minLength: 1, maxLength: 20 })

/** What is known of a clock that is `ahead` by this after these looks at it. */
function known(before: number | null, ahead: number, travels: { there: number; back: number }[]) {
  return travels.reduce<number | null>((offset, { there, back }, index) => {
    const askedAt = index * 2000
    return clockOffset(offset, { time: askedAt + there + ahead, askedAt, answeredAt: askedAt + there + back })
  }, before)
}

it('is wrong by no more than the quickest answer took, also once the clock was set', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.option(fc.integer()),
      looks,
      (ahead, before, travels) => {
        const quickest = Math.min(...travels.map(({ there, back }) => there + back))
        expect(Math.abs(known(before, ahead, travels)! - ahead)).toBeLessThanOrEqual(quickest)
      },
    ),
  )
})

it('is not moved by an answer that came late', () => {
  const exact = known(null, 70, [{ there: 1, back: 1 }])
  expect(known(exact, 70, [{ there: 5, back: 90 }])).toBe(70)
  expect(known(exact, 70, [{ there: 90, back: 5 }])).toBe(70)
})
