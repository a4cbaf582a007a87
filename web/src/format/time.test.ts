import { describe, expect, it } from 'vitest'
import { formatShortCount } from './number.ts'
import {
  CLOCK_TICK_MS,
  formatAge,
  formatExact,
  formatHold,
  formatOffset,
  formatOld,
  formatRemaining,
  formatUtc,
} from './time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('formatAge', () => {
  it.each([
    [-HOUR, 'now'],
    [4999, 'now'],
    [59_999, '59 s'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [23 * HOUR, '23 h'],
    [9 * DAY, '9 d'],
    [800 * DAY, '2 y'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text)
  })
})

describe('formatOld', () => {
  it('is `new` for a moment, and an age after that', () => {
    expect(formatOld(4999)).toBe('new')
    expect(formatOld(29 * DAY)).toBe('29 d old')
  })
})

describe('formatRemaining', () => {
  it('rounds up, so that a hold about to end still has time left', () => {
    expect(formatRemaining(1)).toBe('1 min')
    expect(formatRemaining(HOUR + MINUTE)).toBe('2 h')
    expect(formatRemaining(4 * HOUR)).toBe('4 h')
    expect(formatHold(1)).toBe('1 min')
    expect(formatHold(3 * HOUR + 12 * MINUTE)).toBe('3 h 12 min')
  })

  it('is not a unit more while the clock of the page is behind', () => {
    for (const late of [0, 1, 29_000, CLOCK_TICK_MS]) {
      expect(formatRemaining(7 * DAY + late)).toBe('7 d')
      expect(formatRemaining(4 * HOUR + late)).toBe('4 h')
      expect(formatHold(4 * HOUR + late)).toBe('4 h')
    }
  })
})

describe('formatOffset', () => {
  it('shows tenths near the event, seconds within ten minutes, and a rounded age further away', () => {
    expect(formatOffset(-240)).toBe('−0.2 s')
    expect(formatOffset(100)).toBe('+0.1 s')
    expect(formatOffset(-4 * MINUTE - 14_500)).toBe('−4 min 14 s')
    expect(formatOffset(-40 * MINUTE)).toBe('−40 min')
  })
})

describe('formatUtc', () => {
  it('keeps a text that is not a time', () => {
    expect(formatUtc('2026-11-20T21:59:03.123Z')).toBe('2026-11-20 21:59:03 UTC')
    expect(formatUtc('yesterday')).toBe('yesterday')
    expect(formatExact('yesterday')).toBe('yesterday')
  })
})

describe('formatShortCount', () => {
  it.each([
    [999, '999'],
    [1000, '1k'],
    [1249, '1.2k'],
    [9960, '10k'],
    [40_123, '40k'],
    [999_600, '1M'],
    [3_100_000, '3.1M'],
  ])('%d is %s', (value, text) => {
    expect(formatShortCount(value)).toBe(text)
  })
})
