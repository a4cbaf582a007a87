import { describe, expect, it } from 'vitest'
import { ReadingTime } from './reading-time.ts'

describe('ReadingTime', () => {
  it('ends for the organization that spends it, and comes back a quarter as fast', () => {
    let now = 0
    const time = new ReadingTime(() => now)
    time.spend(1, 19_999)
    expect(time.isLeft(1)).toBe(true)
    time.spend(1, 8001)
    expect([time.isLeft(1), time.isLeft(2)]).toEqual([false, true])
    now += 32_000
    expect(time.isLeft(1)).toBe(false)
    now += 4
    expect(time.isLeft(1)).toBe(true)
    now += 10 * 3_600_000
    time.spend(1, 20_000)
    expect(time.isLeft(1)).toBe(false)
  })
})
