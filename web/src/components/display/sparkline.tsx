import type { TrendBucket } from '../../api/wire.ts'
import { plural } from '../../format/number.ts'
import { formatAge } from '../../format/time.ts'
import { barClass, barHeights, hotThreshold } from './bars.ts'

const WIDTH = 132
const HEIGHT = 26
/** How much of its place a bar takes. */
const BAR = 0.76

/** The trend of one issue in a list row; oldest bucket first. */
export function Sparkline({ buckets }: { buckets: TrendBucket[] }) {
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label(buckets)}>
      {/* One shape per colour: a bar each would be most of what the browser has to lay out in a long list. */}
      {[...barsByClass(buckets)].map(([className, bars]) => (
        <path key={className} d={bars.join('')} className={className} />
      ))}
    </svg>
  )
}

/** Outlines of the bars, by their colour. */
function barsByClass(buckets: TrendBucket[]): Map<string, string[]> {
  const counts = buckets.map((bucket) => bucket.count)
  const heights = barHeights(counts, HEIGHT - 1)
  const hot = hotThreshold(counts)
  const step = WIDTH / Math.max(counts.length, 1)
  const byClass = new Map<string, string[]>()
  counts.forEach((count, index) => {
    const className = barClass(count, hot)
    const [height, width] = [heights[index]!.toFixed(1), (step * BAR).toFixed(2)]
    const bar = `M${(index * step).toFixed(2)} ${HEIGHT}h${width}v-${height}h-${width}z`
    byClass.set(className, [...(byClass.get(className) ?? []), bar])
  })
  return byClass
}

/** `12 events, peak 3 per 6 h`. */
function label(buckets: TrendBucket[]): string {
  const counts = buckets.map((bucket) => bucket.count)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const [first, second] = buckets
  if (!first || !second || total === 0) return plural(total, 'event')
  const span = formatAge(Date.parse(second.start) - Date.parse(first.start))
  return `${plural(total, 'event')}, peak ${Math.max(...counts)} per ${span}`
}
