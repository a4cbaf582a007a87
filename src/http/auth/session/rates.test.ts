import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionRates } from './rates.ts'

const LIMIT = 50
const MINUTE = 60_000

function admits(rates: SessionRates, userId: string, limit = LIMIT): boolean {
  try {
    rates.admit(userId, limit)
    return true
  } catch {
    return false
  }
}

describe('the rate of a user', () => {
  it('lets no minute of the clock have more than the limit, and a steady rate below it always through', () => {
    const steps = fc.array(fc.nat(3_000), { maxLength: 500 })
    fc.assert(
      fc.property(steps, (waits) => {
        let now = 1_000_000
        const rates = new SessionRates(() => now)
        const byMinute = new Map<number, number>()
        for (const wait of waits) {
          now += wait
          const minute = Math.floor(now / MINUTE)
          if (admits(rates, 'ada')) byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1)
        }
        expect(Math.max(0, ...byMinute.values())).toBeLessThanOrEqual(LIMIT)
      }),
      { numRuns: 100 },
    )
    let now = 0
    const rates = new SessionRates(() => now)
    for (let n = 0; n < 500; n++) {
      now += Math.ceil(MINUTE / (LIMIT - 1))
      expect(admits(rates, 'ada')).toBe(true)
    }
  })

  it('counts users separately, forgets after two minutes, and 0 means no limit', () => {
    let now = 0
    const rates = new SessionRates(() => now)
    for (let n = 0; n < LIMIT; n++) expect(admits(rates, 'ada')).toBe(true)
    expect([admits(rates, 'ada'), admits(rates, 'bob'), admits(rates, 'ada', 0)]).toEqual([false, true, true])
    now += 2 * MINUTE
    expect(admits(rates, 'ada')).toBe(true)
  })
})
