import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firingReason, isReached, type RuleMeasure, thresholdProblem } from './rule-threshold.ts'

const PERCENT = { windowMinutes: 15, type: 'percent_increase', value: 300 } as const
const measured = (events: number, previous: number): RuleMeasure => ({
  events,
  previous,
  previousAtMost: false,
  users: 0,
})

describe('a threshold', () => {
  it('says why it was reached with the numbers', () => {
    expect(firingReason(PERCENT, measured(142, 31))).toBe(
      '142 events in 15 min, 31 in the 15 min before: +358 %, threshold 300 %',
    )
    expect(firingReason(PERCENT, measured(12, 0))).toBe(
      '12 events in 15 min, none in the 15 min before, threshold 300 %',
    )
    expect(firingReason({ windowMinutes: 60, type: 'count', value: 1 }, measured(1, 0))).toBe(
      '1 event in 60 min, threshold 1',
    )
  })

  it.each([
    ['count', 5, measured(4, 0), false],
    ['count', 5, measured(5, 0), true],
    ['users', 5, { ...measured(9, 0), users: 4 }, false],
    ['users', 5, { ...measured(9, 0), users: 5 }, true],
    ['percent_increase', 300, measured(9, 0), false],
    ['percent_increase', 300, measured(10, 0), true],
    ['percent_increase', 300, measured(39, 10), false],
    ['percent_increase', 300, measured(40, 10), true],
  ] as const)('%s of %d by %j: %s', (type, value, measure, reached) => {
    expect(isReached({ windowMinutes: 15, type, value }, measure)).toBe(reached)
  })

  it('of a percentage is never said to be reached by less', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.integer({ min: 1, max: 500 }), (events, previous) => {
        const increase = Number(
          /\+([\d,]+) %/
            .exec(firingReason(PERCENT, measured(events + previous, previous)))![1]!
            .replaceAll(',', ''),
        )
        const reached = isReached(PERCENT, measured(events + previous, previous))
        expect(reached).toBe(increase >= 300 && events + previous >= 10)
      }),
    )
  })

  it('that the hourly limit keeps out of reach is refused, and no other', () => {
    const count = (value: number, windowMinutes: number) => ({ windowMinutes, type: 'count', value }) as const
    // 15 minutes can lie in two clock hours.
    expect(thresholdProblem(count(200, 15), 100)).toBeNull()
    expect(thresholdProblem(count(201, 15), 100)).toMatch(/there can never be 201 in 15 minutes/)
    expect(thresholdProblem(count(301, 120), 100)).toMatch(/to 300 or less/)
    expect(thresholdProblem(PERCENT, 4)).toMatch(/never be 10 in/)
    expect(thresholdProblem(count(5, 15), 0)).toBeNull()
  })
})
