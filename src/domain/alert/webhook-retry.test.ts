import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGivenUp, restBeforeRetry } from './webhook-retry.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

describe('restBeforeRetry', () => {
  it('tries after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 15 h, and then no more', () => {
    const rests = Array.from({ length: 10 }, (_, tried) => restBeforeRetry(tried + 1, 0))
    expect(rests).toEqual([
      ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
      ...[2 * HOUR, 6 * HOUR, 15 * HOUR, null, null],
    ])
  })

  it('adds up to a fifth of the rest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, random) => {
          const least = restBeforeRetry(tries, 0)!
          expect(restBeforeRetry(tries, random)).toBeGreaterThanOrEqual(least)
          expect(restBeforeRetry(tries, random)).toBeLessThanOrEqual(least * 1.2)
        },
      ),
    )
  })

  it('obeys Retry-After, up to an hour', () => {
    expect(restBeforeRetry(1, 0, '60')).toBe(MINUTE)
    expect(restBeforeRetry(1, 0, '999999999')).toBe(HOUR)
    expect(restBeforeRetry(8, 0, '60')).toBe(15 * HOUR)
    expect(restBeforeRetry(1, 0, 'Fri, 20 Nov 2026 10:00:00 GMT')).toBe(5 * SECOND)
  })
})

it('a receiver is given up after 5 days', () => {
  expect(isGivenUp(null, 10 * 24 * HOUR)).toBe(false)
  expect(isGivenUp(HOUR, 5 * 24 * HOUR)).toBe(false)
  expect(isGivenUp(HOUR, 5 * 24 * HOUR + HOUR)).toBe(true)
})
