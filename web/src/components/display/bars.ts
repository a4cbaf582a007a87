/** Below this many events in its highest bucket a trend is noise, and nothing in it is marked as hot. */
const HOT_FROM = 10

/** Bar heights in px: an empty bucket 1, any other at least 2, the highest fills the frame. */
export function barHeights(counts: number[], height: number): number[] {
  const highest = Math.max(...counts, 1)
  return counts.map((count) => Math.max(count > 0 ? 2 : 1, (count / highest) * height))
}

/**
 * The count above which a bucket stands out: two thirds of the highest one and twice the usual (the median), so
 * that a steady stream of errors stays quiet however strong it is. Infinity if nothing does: a bucket that is alone has
 * nothing to stand out from.
 */
export function hotThreshold(counts: number[]): number {
  const highest = Math.max(...counts, 0)
  const isAlone = counts.filter((count) => count > 0).length < 2
  if (highest <= HOT_FROM || isAlone) return Number.POSITIVE_INFINITY
  const median = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
  return Math.max(highest * 0.66, median * 2)
}

export function barClass(count: number, threshold: number): string {
  if (count === 0) return 'fill-bar-empty'
  return count > threshold ? 'fill-bar-hot' : 'fill-bar'
}
