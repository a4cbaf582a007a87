import type { PointerEvent } from 'react'
import type { Timeline, TimelineBucket } from '../../../api/wire.ts'
import { barClass, barHeights, hotThreshold } from '../../../components/display/bars.ts'
import { showDirections } from '../../../format/direction.ts'
import { formatCount, plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'

const HEIGHT = 56
const ROOM_FOR_LABELS = 14

interface TimelineChartProps {
  timeline: Timeline
  /** The index of the bar under the pointer. */
  pointed: number | null
  onPoint: (index: number | null) => void
}

/** Bars over time with the releases that appeared in it; oldest first, UTC. */
export function TimelineChart({ timeline, pointed, onPoint }: TimelineChartProps) {
  const { buckets } = timeline
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * buckets.length)
    onPoint(buckets[index] === undefined ? null : index)
  }
  const step = 100 / Math.max(buckets.length, 1)
  return (
    <svg
      width="100%"
      height={HEIGHT}
      role="img"
      aria-label={summarise(timeline)}
      className="block"
      onPointerMove={point}
      onPointerDown={point}
      // A finger leaves at once; what it pointed at stays until the next touch.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(null)}
    >
      {pointed !== null && (
        <rect
          x={`${(pointed - 0.1) * step}%`}
          width={`${step}%`}
          height={HEIGHT}
          className="fill-bar-empty opacity-60"
        />
      )}
      <Bars timeline={timeline} step={step} />
      <ReleaseMarks timeline={timeline} />
    </svg>
  )
}

/** @param step the width of a bar with its gap, percent */
function Bars({ timeline: { buckets }, step }: { timeline: Timeline; step: number }) {
  const counts = buckets.map((bucket) => bucket.count)
  const heights = barHeights(counts, HEIGHT - ROOM_FOR_LABELS)
  const hot = hotThreshold(counts)
  return (
    <>
      {buckets.map((bucket, index) => (
        <rect
          key={bucket.start}
          x={`${index * step}%`}
          y={HEIGHT - (heights[index] ?? 1)}
          width={`${step * 0.8}%`}
          height={heights[index]}
          rx="0.6"
          className={barClass(bucket.count, hot)}
        />
      ))}
    </>
  )
}

function ReleaseMarks({ timeline }: { timeline: Timeline }) {
  return (
    <>
      {releaseMarks(timeline).map((mark) => (
        <g key={mark.release}>
          <line
            x1={`${mark.x}%`}
            x2={`${mark.x}%`}
            y1="2"
            y2={HEIGHT}
            className="stroke-ink-3"
            strokeDasharray="2 3"
          />
          <text
            x={`${mark.x}%`}
            y="9"
            dx={mark.x > 50 ? -5 : 5}
            textAnchor={mark.x > 50 ? 'end' : 'start'}
            className="fill-ink-2 text-[10px]"
          >
            {showDirections(mark.release)}
          </text>
        </g>
      ))}
    </>
  )
}

/** `2026-11-20` or `2026-11-20 21:00`, UTC. */
export function bucketStart(start: string, width: 'hour' | 'day'): string {
  return width === 'day' ? start.slice(0, 10) : start.slice(0, 16).replace('T', ' ')
}

/** `2026-11-20 21:00 UTC: 12 events`. */
export function describeBucket(bucket: TimelineBucket, width: 'hour' | 'day'): string {
  const start = `${bucketStart(bucket.start, width)}${width === 'day' ? '' : ' UTC'}`
  const counted = bucket.count - bucket.stored
  return `${start}: ${plural(bucket.count, 'event')}${counted > 0 ? `, ${formatCount(counted)} counted only` : ''}`
}

function summarise({ buckets, bucket }: Timeline): string {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const peak = buckets.reduce((best, next) => (next.count > best.count ? next : best), {
    start: '',
    count: 0,
  })
  const text = `Events per ${bucket}: ${formatCount(total)} in all`
  return total === 0 ? text : `${text}, most at ${formatUtc(peak.start)} with ${formatCount(peak.count)}`
}

/** Labels would run into each other; of several releases close together only the newest keeps its mark. */
const CLOSEST_PERCENT = 16

function releaseMarks({ buckets, releases }: Timeline): { release: string; x: number }[] {
  const first = Date.parse(buckets[0]?.start ?? '')
  const second = Date.parse(buckets[1]?.start ?? '')
  const end = first + (second - first) * buckets.length
  const marks = releases
    .filter(({ release }) => release !== '')
    .map(({ release, first_seen_at }) => ({
      release,
      x: ((Date.parse(first_seen_at) - first) / (end - first)) * 100,
    }))
    .filter(({ x }) => x > 1 && x < 100)
    .sort((a, b) => b.x - a.x)
  const kept: typeof marks = []
  for (const mark of marks) {
    if (kept.every((other) => other.x - mark.x > CLOSEST_PERCENT)) kept.push(mark)
  }
  return kept
}
