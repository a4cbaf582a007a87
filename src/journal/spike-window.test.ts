import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admitWholeBody, isSpent, newestSecond, type SpikeWindow } from './spike-window.ts'

const START = 1_790_000_000_000

/** Feeds arrivals to one window; returns the times of those admitted whole. */
function admitted(times: number[], limit: number): number[] {
  const window: SpikeWindow = []
  return times.filter((at) => admitWholeBody(window, at, limit))
}

const arrivals = fc
  .array(fc.oneof(fc.nat(3), fc.nat(900), fc.nat(20_000)), { minLength: 1, maxLength: 400 })
  .map((gaps) => {
    let at = START
    return gaps.map((gap) => {
      at += gap
      return at
    })
  })

describe('spike window', () => {
  test('never admits more than the limit within any 60 s', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 0, max: 30 }), (times, limit) => {
        const whole = admitted(times, limit)
        for (let first = 0; first + limit < whole.length; first++) {
          expect(whole[first + limit]! - whole[first]!).toBeGreaterThanOrEqual(60_000)
        }
      }),
    )
  })

  test('refuses only when the limit was admitted within the last 61 s', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 30 }), (times, limit) => {
        const window: SpikeWindow = []
        const whole: number[] = []
        for (const at of times) {
          if (admitWholeBody(window, at, limit)) whole.push(at)
          else expect(whole.filter((earlier) => earlier > at - 61_000).length).toBe(limit)
        }
      }),
    )
  })

  test('stays small whatever the limit', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const window: SpikeWindow = []
        for (const at of times) admitWholeBody(window, at, 1e9)
        expect(window.length).toBeLessThanOrEqual(122)
      }),
    )
  })

  test('admits exactly the limit of a burst and as many again a minute later', () => {
    const burst = Array.from({ length: 300 }, (_, i) => START + i)
    const later = burst.map((at) => at + 61_000)
    expect(admitted(burst, 100)).toHaveLength(100)
    expect(admitted([...burst, ...later], 100)).toHaveLength(200)
    expect(admitted(burst, 0)).toHaveLength(0)
  })

  test('a clock set back a little closes nothing for longer than a minute, one set back far starts afresh', () => {
    const window: SpikeWindow = []
    expect(admitWholeBody(window, START, 1)).toBe(true)
    expect(admitWholeBody(window, START - 30_000, 1)).toBe(false)
    expect(newestSecond(window)).toBe(START / 1000)
    expect(admitWholeBody(window, START - 3_600_000, 1)).toBe(true)
    expect(isSpent(window, START / 1000 - 3600 + 60)).toBe(false)
    expect(isSpent(window, START / 1000 - 3600 + 61)).toBe(true)
  })
})
