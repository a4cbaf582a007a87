import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InFlightBudget } from './in-flight-budget.ts'

describe('InFlightBudget', () => {
  it('holds its bound whatever the leases do, and is empty when all are back', () => {
    const step = fc.record({ lease: fc.nat({ max: 4 }), bytes: fc.nat({ max: 700 }), release: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const budget = new InFlightBudget(1000)
        const leases = Array.from({ length: 5 }, () => budget.lease())
        const held = [0, 0, 0, 0, 0]
        const total = () => held.reduce((sum, bytes) => sum + bytes, 0)
        for (const { lease, bytes, release } of steps) {
          if (release) {
            leases[lease]!.release()
            held[lease] = 0
          } else {
            const wanted = Math.max(held[lease]!, bytes)
            const fits = total() - held[lease]! + wanted <= 1000
            expect(leases[lease]!.growTo(bytes)).toBe(fits)
            if (fits) held[lease] = wanted
          }
          expect(budget.usedBytes).toBe(total())
        }
        for (const lease of leases) lease.release()
        expect(budget.usedBytes).toBe(0)
      }),
    )
  })
})
