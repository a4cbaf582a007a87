import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BodyLease, bodyBudgets, type Holder, InFlightBudget } from './in-flight-budget.ts'

const MIB = 1024 * 1024
const holder = fc.record<Holder>({
  org: fc.option(fc.integer({ min: 1, max: 2 })),
  project: fc.option(fc.nat({ max: 3 })),
  client: fc.option(fc.constantFrom('a', 'b', 'c')),
})

function leases(budget: InFlightBudget, holders: Holder[]): BodyLease[] {
  const budgets = { known: budget, lookups: budget, strangers: budget }
  return holders.map((each) => {
    const lease = new BodyLease(budgets)
    expect(lease.enter(budget, each)).toBe(true)
    return lease
  })
}

describe('a budget of bodies', () => {
  it('holds its bound and counts exactly, whatever the leases do, and is empty when all are back', () => {
    const step = fc.record({ lease: fc.nat({ max: 4 }), bytes: fc.nat({ max: 700 }), release: fc.boolean() })
    const holders = fc.array(holder, { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(holders, fc.array(step), (owners, steps) => {
        const budget = new InFlightBudget(1000)
        const held = [0, 0, 0, 0, 0]
        const all = leases(budget, owners)
        for (const { lease, bytes, release } of steps) {
          if (release) {
            all[lease]!.release()
            held[lease] = 0
          } else if (all[lease]!.hold(bytes)) held[lease] = bytes
          else expect(bytes).toBeGreaterThan(held[lease]!)
          const total = held.reduce((sum, some) => sum + some, 0)
          expect(budget.usedBytes).toBe(total)
          expect(total).toBeLessThanOrEqual(1000)
        }
        for (const lease of all) lease.release()
        expect([budget.usedBytes, budget.holders]).toEqual([0, 0])
      }),
    )
  })

  it('leaves room for a large body of the next project and client, whatever the others take', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 2 * MIB }), { maxLength: 200 }),
        fc.nat({ max: 2 }),
        (wanted, others) => {
          const { known } = bodyBudgets(2 * MIB)
          const owners = wanted.map((_, i) => ({
            org: 1,
            project: i % (others + 1),
            client: `client ${i % (others + 1)}`,
          }))
          for (const [i, lease] of leases(known, owners).entries()) lease.hold(wanted[i]!)
          const [next] = leases(known, [{ org: 2, project: 99, client: 'next' }])
          expect(next!.hold(2 * MIB)).toBe(true)
        },
      ),
    )
  })

  it('leaves room for small bodies of a project whose large ones are too many', () => {
    const { known } = bodyBudgets(2 * MIB)
    const owner = { org: 1, project: 1, client: null }
    const large = leases(known, Array<Holder>(33).fill(owner)).map((lease) => lease.hold(2 * MIB))
    expect(large.filter(Boolean)).toHaveLength(16)
    const small = leases(known, Array<Holder>(100).fill(owner)).map((lease) => lease.hold(64 * 1024))
    expect(small.every(Boolean)).toBe(true)
  })

  it('leaves room for other organizations, however many projects and clients one has', () => {
    for (const bytes of [2 * MIB, 64 * 1024]) {
      const { known } = bodyBudgets(2 * MIB)
      const owners = Array.from({ length: 2_000 }, (_, n) => ({
        org: 1,
        project: n + 1,
        client: `client ${n}`,
      }))
      const held = leases(known, owners).filter((lease) => lease.hold(bytes))
      expect(held.length * bytes).toBeGreaterThan(32 * MIB)
      const [next] = leases(known, [{ org: 2, project: 9_999, client: 'next' }])
      expect(next!.hold(bytes)).toBe(true)
    }
  })

  it('fits a body of the largest size that can be set', () => {
    const largest = 64 * MIB
    const [lease] = leases(bodyBudgets(largest).known, [{ org: 1, project: 1, client: 'a' }])
    expect(lease!.hold(largest)).toBe(true)
  })

  it("moves a sender's held bytes once it is known, and drops them if there is no room", () => {
    const budgets = bodyBudgets(2 * MIB)
    const lease = new BodyLease(budgets)
    lease.enter(budgets.strangers, { org: null, project: null, client: 'a' })
    expect(lease.hold(1000)).toBe(true)
    expect(lease.enter(budgets.known, { org: 1, project: 1, client: 'a' })).toBe(true)
    expect([budgets.strangers.usedBytes, budgets.known.usedBytes]).toEqual([0, 1000])
    expect(lease.enter(new InFlightBudget(10), { org: 1, project: 1, client: 'a' })).toBe(false)
    expect([budgets.known.usedBytes, budgets.strangers.holders]).toEqual([0, 0])
    lease.release()
  })
})
