import { afterEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000

describe("the server's clock", () => {
  afterEach(() => vi.useRealTimers())

  it.each([
    ['an hour behind', NOON - HOUR, NOON],
    ['an hour ahead', NOON + HOUR, NOON],
    ['right, and the answer took its time', NOON + 5000, NOON + 5000],
  ])('is told from an answer if the clock of the reader is %s', (_, readers, expected) => {
    vi.useFakeTimers({ now: readers })
    noteServerTime(new Date(NOON).toUTCString())
    expect(serverNow()).toBe(expected)
    vi.advanceTimersByTime(1000)
    expect(serverNow()).toBe(expected + 1000)
  })
})
