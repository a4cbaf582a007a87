import type { TrendBucket } from '../../api/wire.ts'
import { plural } from '../../format/number.ts'
import { barClass, barHeights, hotThreshold } from './bars.ts'

const WIDTH = 132
const HEIGHT = 26
/** The trend of one issue in a list row; oldest bucket first. */
export function Sparkline({ buckets }: { buckets: TrendBucket[] }) {
  const counts = buckets.map((bucket) => bucket.count)
  const heights = barHeights(counts, HEIGHT - 1)
  const hot = hotThreshold(counts)
  const highest = Math.max(...counts, 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const step = WIDTH / Math.max(counts.length, 1)
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={`${plural(total, 'event')}, peak ${highest}`}>
      {counts.map((count, index) => (
        <rect
          key={buckets[index]?.start}
          x={index * step}
          y={HEIGHT - (heights[index] ?? 1)}
          width={step * 0.76}
          height={heights[index]}
          rx="0.8"
          className={barClass(count, hot)}
        />
      ))}
    </svg>
  )
}
