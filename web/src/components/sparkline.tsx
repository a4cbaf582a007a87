import type { TrendBucket } from '../api/types.ts'
import { plural } from '../format/number.ts'

const WIDTH = 132
const HEIGHT = 26
/** Below this many events in its highest bucket a trend is noise, and nothing in it is marked as hot. */
const HOT_FROM = 10

/** Bar heights in px: an empty bucket 1, any other at least 2, the highest fills the frame. */
export function barHeights(counts: number[], height: number): number[] {
  const highest = Math.max(...counts, 1)
  return counts.map((count) => Math.max(count > 0 ? 2 : 1, (count / highest) * height))
}

/** Whether a bucket stands out: above two thirds of a highest bucket that is worth mentioning. */
export function isHot(count: number, highest: number): boolean {
  return highest > HOT_FROM && count > highest * 0.66
}

/** The trend of one issue in a list row; oldest bucket first. */
export function Sparkline({ buckets }: { buckets: TrendBucket[] }) {
  const counts = buckets.map((bucket) => bucket.count)
  const heights = barHeights(counts, HEIGHT - 1)
  const highest = Math.max(...counts, 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const step = WIDTH / Math.max(counts.length, 1)
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${plural(total, 'event')}, at most ${highest} at once`}
    >
      {counts.map((count, index) => (
        <rect
          key={buckets[index]?.start}
          x={index * step}
          y={HEIGHT - (heights[index] ?? 1)}
          width={step * 0.76}
          height={heights[index]}
          rx="0.8"
          className={count === 0 ? 'fill-bar-empty' : isHot(count, highest) ? 'fill-bar-hot' : 'fill-bar'}
        />
      ))}
    </svg>
  )
}
