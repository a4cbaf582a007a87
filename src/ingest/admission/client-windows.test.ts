import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClientWindows } from './client-windows.ts'

const MINUTE = 60_000
const START = 1_790_001_600_000

describe('ClientWindows', () => {
  const v4 = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

  it('admits the limit per clock minute, and says when the next minute begins', () => {
    let now = START + 15_500
    const windows = new ClientWindows(() => now)
    const client = { owner: 'key', address: '192.0.2.1' }
    expect([1, 2, 3].map(() => windows.admit(client, 2))).toEqual([null, null, 45])
    now = START + MINUTE - 1
    expect(windows.admit(client, 2)).toBe(1)
    now += 1
    expect(windows.admit(client, 2)).toBeNull()
  })

  it('counts owners and addresses apart, and a /64 of IPv6 as one', () => {
    const windows = new ClientWindows(() => START)
    const admit = (owner: string, address: string) => windows.admit({ owner, address }, 1)
    expect(admit('a', '2001:db8::1')).toBeNull()
    expect(admit('a', '2001:db8::ffff:1')).not.toBeNull()
    expect(admit('a', '2001:db8:0:1::1')).toBeNull()
    expect(admit('b', '2001:db8::1')).toBeNull()
  })

  it('never admits more than the limit, whatever else is sent', () => {
    const sent = fc.array(fc.nat(40), { minLength: 1, maxLength: 600 })
    fc.assert(
      fc.property(sent, fc.integer({ min: 1, max: 9 }), (clients, limit) => {
        const windows = new ClientWindows(() => START)
        const admitted = new Map<number, number>()
        for (const n of clients) {
          if (windows.admit({ owner: 'key', address: v4(n) }, limit) !== null) continue
          admitted.set(n, (admitted.get(n) ?? 0) + 1)
        }
        expect(Math.max(...admitted.values())).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 50 },
    )
  })

  it('100,000 addresses at once take no extra memory, lift no limit, and block nobody', () => {
    const windows = new ClientWindows(() => START)
    const spent = { owner: 'key', address: '192.0.2.1' }
    for (let n = 0; n < 10; n++) expect(windows.admit(spent, 10)).toBeNull()
    for (let n = 0; n < 100_000; n++) windows.admit({ owner: 'key', address: v4(n) }, 10)
    expect(windows.admit(spent, 10)).not.toBeNull()
    const late = { owner: 'key', address: '192.0.2.2' }
    const admitted = Array.from({ length: 10 }, () => windows.admit(late, 10)).filter((s) => s === null)
    expect(admitted.length).toBeGreaterThanOrEqual(5)
  })
})
