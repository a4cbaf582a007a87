import type { Timeline } from '../../../api/wire.ts'
import { barClass, barHeights, hotThreshold } from '../../../components/display/bars.ts'
import { showDirections } from '../../../format/direction.ts'
import { formatCount, formatShortCount } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { type BarRange, useChartPointer } from './chart-pointer.ts'
import { HoverCard } from './hover-card.tsx'

const HEIGHT = 56
const ROOM_FOR_LABELS = 14

interface TimelineChartProps {
  timeline: Timeline
  /** The index of the bar under the pointer. */
  pointed: number | null
  onPoint: (index: number | null) => void
  /** A bar was clicked. */
  onPick: (index: number) => void
  /** A pointer was dragged over several bars. */
  onZoom: (range: BarRange) => void
}

/** Bars over time with the releases that appeared in it; oldest first, UTC. */
export function TimelineChart({ timeline, pointed, onPoint, onPick, onZoom }: TimelineChartProps) {
  const bars = timeline.buckets.length
  const { dragged, handlers } = useChartPointer({ bars, onPoint, onPick, onZoom })
  const step = 100 / Math.max(bars, 1)
  const marked = dragged ?? (pointed === null ? null : { from: pointed, to: pointed })
  return (
    <div className="relative">
      {pointed !== null && !dragged && <HoverCard timeline={timeline} index={pointed} />}
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={summarise(timeline)}
        className="block cursor-crosshair touch-pan-y select-none"
        {...handlers}
      >
        {marked && (
          <rect
            x={`${(marked.from - 0.1) * step}%`}
            width={`${(marked.to - marked.from + 1) * step}%`}
            height={HEIGHT}
            className="fill-bar-empty opacity-60"
          />
        )}
        <Highest timeline={timeline} />
        <Bars timeline={timeline} step={step} />
        <ReleaseMarks timeline={timeline} />
      </svg>
    </div>
  )
}

/** A line at the height of the highest bar, with its number. */
function Highest({ timeline: { buckets } }: { timeline: Timeline }) {
  const highest = Math.max(...buckets.map(({ count }) => count), 0)
  if (highest === 0) return null
  return (
    <>
      <line x1="0" x2="100%" y1={ROOM_FOR_LABELS} y2={ROOM_FOR_LABELS} className="stroke-line" />
      <text x="0" y={ROOM_FOR_LABELS - 4} className="fill-ink-3 text-[10px] tabular-nums">
        {formatShortCount(highest)}
      </text>
    </>
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
            {shortened(showDirections(mark.release))}
          </text>
        </g>
      ))}
    </>
  )
}

/** Half of a narrow chart has room for this much; the pointer brings the rest. */
const LABEL_LENGTH = 28

function shortened(release: string): string {
  return release.length > LABEL_LENGTH ? `${release.slice(0, LABEL_LENGTH - 1)}…` : release
}

function summarise({ buckets, bucket }: Timeline): string {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const peak = buckets.reduce((best, next) => (next.count > best.count ? next : best), {
    start: '',
    count: 0,
  })
  const text = `Events per ${bucket}: ${formatCount(total)} in total`
  return total === 0 ? text : `${text}, peak ${formatCount(peak.count)} at ${formatUtc(peak.start)}`
}

/** Labels would run into each other, or into the number of the highest bar; of several releases close together only the newest keeps its mark. */
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
    .filter(({ x }) => x > 8 && x < 100)
    .sort((a, b) => b.x - a.x)
  const kept: typeof marks = []
  for (const mark of marks) {
    if (kept.every((other) => other.x - mark.x > CLOSEST_PERCENT)) kept.push(mark)
  }
  return kept
}
