import type { TimelineBucket } from '../../../api/wire.ts'
import { formatCount, plural } from '../../../format/number.ts'

/** `2026-11-20` or `2026-11-20 21:00`, UTC. */
export function bucketStart(start: string, width: 'hour' | 'day'): string {
  return width === 'day' ? start.slice(0, 10) : start.slice(0, 16).replace('T', ' ')
}

/** `2026-11-20 21:00 UTC: 12 events`. */
export function describeBucket(bucket: TimelineBucket, width: 'hour' | 'day'): string {
  const counted = bucket.counted_only
  return `${bucketStart(bucket.start, width)} UTC: ${plural(bucket.count, 'event')}${counted > 0 ? `, ${formatCount(counted)} counted only` : ''}`
}
