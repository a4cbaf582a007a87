import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GuardedTime, type TrustLimits } from './guarded-time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LIMITS: TrustLimits = { slackMs: HOUR, believeAfterMs: DAY, maxOffMs: 7 * DAY }
const START = Date.UTC(2026, 10, 1)

/** Steady time goes by minutes, up to some hours, between two readings. */
const rest = fc.integer({ min: 60_000, max: 6 * HOUR })
const far = fc.integer({ min: 7 * DAY + 1, max: 4000 * DAY })

describe('GuardedTime', () => {
  it('follows a clock that runs evenly, and one that is corrected by little', () => {
    const corrected = fc.record({ rest, off: fc.integer({ min: -HOUR / 2, max: HOUR / 2 }) })
    fc.assert(
      fc.property(fc.array(corrected, { maxLength: 100 }), (steps) => {
        const time = new GuardedTime(LIMITS)
        time.know(START, 0)
        let steady = 0
        for (const { rest, off } of steps) {
          steady += rest
          expect(time.read(START + steady + off, steady)).toEqual({ now: START + steady + off, offMs: 0 })
        }
      }),
    )
  })

  it('is never later than the clock, nor by more than the slack than the time that has truly passed, however the clock jumps far', () => {
    const step = fc.record({
      rest,
      jump: fc.oneof(
        fc.constant(0),
        far,
        far.map((ms) => -ms),
      ),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const time = new GuardedTime(LIMITS)
        time.know(START, 0)
        let steady = 0
        for (const { rest, jump } of steps) {
          steady += rest
          const { now, offMs } = time.read(START + steady + jump, steady)
          expect(now).toBeLessThanOrEqual(START + steady + jump)
          expect(now).toBeLessThanOrEqual(START + steady + HOUR)
          expect(offMs).toBe(jump)
        }
      }),
    )
  })

  it('is right at once when the clock is right again', () => {
    fc.assert(
      fc.property(far, fc.boolean(), fc.array(rest, { maxLength: 50 }), (ms, isAhead, rests) => {
        const time = new GuardedTime(LIMITS)
        time.know(START, 0)
        let steady = 0
        for (const rest of rests) {
          steady += rest
          time.read(START + steady + (isAhead ? ms : -ms), steady)
        }
        steady += 1000
        expect(time.read(START + steady, steady)).toEqual({ now: START + steady, offMs: 0 })
      }),
    )
  })

  it('believes a clock that is off by some days once it has run evenly for a day, and not before', () => {
    const time = new GuardedTime(LIMITS)
    time.know(START, 0)
    const off = 3 * DAY
    for (let steady = HOUR; steady <= DAY; steady += HOUR) {
      expect(time.read(START + off + steady, steady)).toEqual({ now: START + steady, offMs: off })
    }
    const steady = DAY + HOUR
    expect(time.read(START + off + steady, steady)).toEqual({ now: START + off + steady, offMs: 0 })
  })

  it('does not believe a clock that runs too fast', () => {
    const time = new GuardedTime(LIMITS)
    time.know(START, 0)
    for (let steady = 0; steady < 5 * DAY; steady += HOUR / 2) {
      expect(time.read(START + 2 * steady, steady).now).toBeLessThanOrEqual(START + steady + HOUR)
    }
  })

  it('takes a word on what time it is', () => {
    const time = new GuardedTime(LIMITS)
    time.know(START, 0)
    expect(time.read(START + 100 * DAY, 1000).offMs).toBeGreaterThan(99 * DAY)
    time.know(START + 100 * DAY, 1000)
    expect(time.read(START + 100 * DAY + HOUR, 1000 + HOUR)).toEqual({
      now: START + 100 * DAY + HOUR,
      offMs: 0,
    })
  })
})
