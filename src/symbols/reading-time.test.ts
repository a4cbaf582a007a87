import { describe, expect, it } from 'vitest'
import { ReadingTime } from './reading-time.ts'

describe('ReadingTime', () => {
  it('ends for the organization that spends it, and comes back a quarter as fast', () => {
    let now = 0
    const time = new ReadingTime(() => now)
    time.spend(1, 9999)
    expect(time.leftMs(1)).toBe(1)
    time.spend(1, 8001)
    expect([time.leftMs(1), time.leftMs(2)]).toEqual([-8000, 10_000])
    now += 32_000
    expect(time.leftMs(1)).toBe(0)
    now += 4
    expect(time.leftMs(1)).toBe(1)
    now += 10 * 3_600_000
    expect(time.leftMs(1)).toBe(10_000)
  })
})
