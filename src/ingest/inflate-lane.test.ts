import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InflateLane } from './inflate-lane.ts'

const MIB = 1024 * 1024

/** Passes chunks of 1 MiB one after the other; how many have passed is in `count`. */
function sender(lane: InflateLane, project: number) {
  const passed = { count: 0 }
  const run = async () => {
    for (;;) {
      await lane.pass(project, MIB)
      passed.count += 1
      if (passed.count > 100_000) return
      await Promise.resolve()
    }
  }
  void run()
  return passed
}

describe('the pace of inflating', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets one attachment through at once', () => {
    const lane = new InflateLane()
    for (let i = 0; i < 25; i++) expect(lane.pass(1, MIB)).toBeUndefined()
  })

  it('is kept, and shared by turns between projects however many requests each has', async () => {
    const lane = new InflateLane()
    const greedy = Array.from({ length: 50 }, () => sender(lane, 1))
    await vi.advanceTimersByTimeAsync(1000)
    const modest = sender(lane, 2)
    const before = total(greedy)
    await vi.advanceTimersByTimeAsync(2000)
    const [gone, came] = [total(greedy) - before, modest.count]
    expect(gone + came).toBeGreaterThan(150)
    expect(gone + came).toBeLessThan(210)
    expect(came).toBeGreaterThan(80)
  })
})

function total(senders: { count: number }[]): number {
  return senders.reduce((sum, { count }) => sum + count, 0)
}
