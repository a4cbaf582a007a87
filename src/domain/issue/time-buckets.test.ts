import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochHour } from '#contract/time.ts'
import { ISSUE_WINDOWS, TIMELINE_WINDOWS } from '#contract/vocabulary.ts'
import { fillBuckets, summarizeTimeline, timelineRange, trendRange, windowMillis } from './time-buckets.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-20T21:41:07.123Z')
const time = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2100-01-01') })

const TRENDS = [
  ['24h', 24, '2026-11-19T22:00:00.000Z', '2026-11-20T21:00:00.000Z'],
  ['7d', 28, '2026-11-14T00:00:00.000Z', '2026-11-20T18:00:00.000Z'],
  ['14d', 28, '2026-11-07T00:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  ['30d', 30, '2026-10-22T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ['90d', 30, '2026-08-23T00:00:00.000Z', '2026-11-18T00:00:00.000Z'],
] as const

const TIMELINES = [
  ['7d', 168, '2026-11-13T22:00:00.000Z', '2026-11-20T21:00:00.000Z'],
  ['14d', 14, '2026-11-07T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ['28d', 28, '2026-10-24T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ['30d', 30, '2026-10-22T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ['all', 3, '2026-11-18T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
] as const

describe('ranges', () => {
  test.each(TRENDS)('trend of %s', (window, count, first, last) => {
    const buckets = fillBuckets(trendRange(window, NOW), [])
    expect(buckets).toHaveLength(count)
    expect(new Date(buckets[0]!.start).toISOString()).toBe(first)
    expect(new Date(buckets.at(-1)!.start).toISOString()).toBe(last)
  })

  test.each(TIMELINES)('timeline of %s', (window, count, first, last) => {
    const firstSeenAt = Date.parse('2026-11-18T23:59:59Z')
    const buckets = fillBuckets(timelineRange(window, NOW, firstSeenAt), [])
    expect(buckets).toHaveLength(count)
    expect(new Date(buckets[0]!.start).toISOString()).toBe(first)
    expect(new Date(buckets.at(-1)!.start).toISOString()).toBe(last)
  })

  test('a first event in the future still gives one bucket', () => {
    expect(timelineRange('all', NOW, NOW + 48 * HOUR).count).toBe(1)
  })

  test('the present falls into the last bucket, starts are aligned, the window is covered but for one bucket', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ISSUE_WINDOWS), time, (window, now) => {
        const range = trendRange(window, now)
        const endHour = range.startHour + range.widthHours * range.count
        expect(range.startHour % range.widthHours).toBe(0)
        expect(endHour - epochHour(now)).toBeGreaterThan(0)
        expect(endHour - epochHour(now)).toBeLessThanOrEqual(range.widthHours)
        expect(range.widthHours * range.count * HOUR).toBe(windowMillis(window))
      }),
    )
  })
})

describe('counts', () => {
  test('every row inside the range is counted once, in the bucket that holds its hour', () => {
    const rows = fc.array(
      fc.record({ age: fc.nat({ max: 3000 }), count: fc.nat(9), stored: fc.nat(9), evicted: fc.nat(9) }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...TIMELINE_WINDOWS), time, rows, (window, now, drawn) => {
        const hourly = drawn.map(({ age, ...counts }) => ({ hour: epochHour(now) - age, ...counts }))
        const range = timelineRange(window, now, now - 1000 * HOUR)
        const inside = hourly.filter((row) => row.hour >= range.startHour)
        const buckets = fillBuckets(range, hourly)
        expect(total(buckets.map((bucket) => bucket.count))).toBe(total(inside.map((row) => row.count)))
        expect(total(buckets.map((bucket) => bucket.stored))).toBe(total(inside.map((row) => row.stored)))
        expect(total(buckets.map((bucket) => bucket.evicted))).toBe(total(inside.map((row) => row.evicted)))
        for (const bucket of buckets) {
          const ownHours = inside.filter(
            (row) =>
              row.hour * HOUR >= bucket.start && row.hour * HOUR < bucket.start + range.widthHours * HOUR,
          )
          expect(bucket.count).toBe(total(ownHours.map((row) => row.count)))
        }
      }),
    )
  })

  test('rows before and after the range are left out', () => {
    const range = { startHour: 10, widthHours: 2, count: 2 }
    const rows = [9, 10, 11, 12, 13, 14].map((hour) => ({ hour, count: 1, stored: 0, evicted: 0 }))
    expect(fillBuckets(range, rows).map((bucket) => bucket.count)).toEqual([2, 2])
  })

  test('the summary counts whole hours back from the present one', () => {
    const hour = epochHour(NOW)
    const rows = [-1, 0, 1, 23, 24, 167, 168].map((age) => ({
      hour: hour - age,
      count: 1,
      stored: 1,
      evicted: 0,
    }))
    expect(summarizeTimeline(rows, NOW)).toEqual({ last_1h: 1, last_24h: 3, last_7d: 5 })
  })
})

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
