import { epochDay, epochHour, HOUR_MS, HOURS_PER_DAY } from '#contract/time.ts'
import type { IssueWindow, TimelineWindow } from '#contract/vocabulary.ts'

/** A row of the hourly counters: `hour` is whole hours since the epoch. */
export interface HourlyCount {
  hour: number
  count: number
  stored: number
  /** Events whose row was stored until retention removed it. */
  evicted: number
}

/** `count` buckets of `widthHours` each, the first beginning at `startHour` (epoch hours, UTC). */
export interface BucketRange {
  startHour: number
  widthHours: number
  count: number
}

export interface TimeBucket {
  start: number
  count: number
  stored: number
  evicted: number
}

export interface TimelineSummary {
  last_1h: number
  last_24h: number
  last_7d: number
}

const WINDOW_SHAPES: Record<IssueWindow, { hours: number; widthHours: number; count: number }> = {
  '24h': { hours: 24, widthHours: 1, count: 24 },
  '7d': { hours: 7 * HOURS_PER_DAY, widthHours: 6, count: 28 },
  '14d': { hours: 14 * HOURS_PER_DAY, widthHours: 12, count: 28 },
  '30d': { hours: 30 * HOURS_PER_DAY, widthHours: HOURS_PER_DAY, count: 30 },
  '90d': { hours: 90 * HOURS_PER_DAY, widthHours: 3 * HOURS_PER_DAY, count: 30 },
}

export function windowMillis(window: IssueWindow): number {
  return WINDOW_SHAPES[window].hours * HOUR_MS
}

/** The last holds the present hour; all begin at multiples of their width since the epoch, so are stable. */
export function trendRange(window: IssueWindow, now: number): BucketRange {
  const { widthHours, count } = WINDOW_SHAPES[window]
  return endingAt(now, widthHours, count)
}

/** Hours for `7d` (168), else UTC days. `all` begins with the day of `firstSeenAt`; at least one bucket. */
export function timelineRange(window: TimelineWindow, now: number, firstSeenAt: number): BucketRange {
  if (window === '7d') return endingAt(now, 1, 7 * HOURS_PER_DAY)
  if (window !== 'all') return endingAt(now, HOURS_PER_DAY, Number.parseInt(window, 10))
  const firstDay = epochDay(firstSeenAt)
  const lastDay = epochDay(now)
  return endingAt(now, HOURS_PER_DAY, Math.max(1, lastDay - firstDay + 1))
}

/** One per step, oldest first, zero without rows; other rows are left out. Missing counts are zero. */
export function fillBuckets(
  range: BucketRange,
  rows: readonly (Pick<HourlyCount, 'hour' | 'count'> & Partial<HourlyCount>)[],
): TimeBucket[] {
  const buckets = Array.from({ length: range.count }, (_, index) => ({
    start: (range.startHour + index * range.widthHours) * HOUR_MS,
    count: 0,
    stored: 0,
    evicted: 0,
  }))
  for (const row of rows) {
    const bucket = buckets[Math.floor((row.hour - range.startHour) / range.widthHours)]
    if (bucket === undefined) continue
    bucket.count += row.count
    bucket.stored += row.stored ?? 0
    bucket.evicted += row.evicted ?? 0
  }
  return buckets
}

/** Present hour, last 24 hours, last 7 days: whole hours, the present one first; future rows don't count. */
export function summarizeTimeline(rows: readonly HourlyCount[], now: number): TimelineSummary {
  const summary: TimelineSummary = { last_1h: 0, last_24h: 0, last_7d: 0 }
  const presentHour = epochHour(now)
  for (const row of rows) {
    const age = presentHour - row.hour
    if (age < 0) continue
    if (age < 1) summary.last_1h += row.count
    if (age < HOURS_PER_DAY) summary.last_24h += row.count
    if (age < 7 * HOURS_PER_DAY) summary.last_7d += row.count
  }
  return summary
}

function endingAt(now: number, widthHours: number, count: number): BucketRange {
  const lastStart = Math.floor(epochHour(now) / widthHours) * widthHours
  return { startHour: lastStart - (count - 1) * widthHours, widthHours, count }
}
