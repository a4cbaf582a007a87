import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SNOOZE_MODES } from '#contract/vocabulary.ts'
import { beginHold, endOfHold, isSnoozed, NO_HOLD } from './snooze.ts'

const issue = fc.record({
  eventCount: fc.nat(),
  uniqueUserCount: fc.nat(),
  now: fc.integer({ min: 0, max: 4e12 }),
})

describe('snooze', () => {
  it('every mode begins exactly one hold, active at once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SNOOZE_MODES), issue, (mode, measure) => {
        const hold = beginHold({ mode }, measure)
        expect(Object.values(hold).filter((value) => value !== null)).toHaveLength(1)
        expect(isSnoozed(hold, measure)).toBe(true)
      }),
    )
  })

  it.each([
    ['4h', { now: 4 * 3_600_000 - 1 }, { now: 4 * 3_600_000 }, 'clock'],
    ['occurrences', { eventCount: 99 }, { eventCount: 100 }, 'events'],
    ['users', { uniqueUserCount: 9 }, { uniqueUserCount: 10 }, 'users'],
  ] as const)('%s ends at its threshold and not before', (mode, before, at, reason) => {
    const start = { eventCount: 0, uniqueUserCount: 0, now: 0 }
    const hold = beginHold({ mode }, start)
    expect(endOfHold(hold, { ...start, ...before })).toBeNull()
    expect(endOfHold(hold, { ...start, ...at })).toBe(reason)
    expect(isSnoozed(hold, { ...start, ...at })).toBe(false)
  })

  it('no hold is not a hold', () => {
    fc.assert(
      fc.property(issue, (measure) => {
        expect(isSnoozed(NO_HOLD, measure)).toBe(false)
      }),
    )
  })
})
