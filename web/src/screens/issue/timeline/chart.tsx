import { useLayoutEffect, useRef, useState } from 'react'
import type { Timeline } from '../../../api/wire.ts'
import { barClass, barHeights, hotThreshold } from '../../../components/display/bars.ts'
import { formatCount, formatShortCount } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { type BarRange, useChartPointer } from './chart-pointer.ts'
import { HoverCard } from './hover-card.tsx'
import { goesLeft, releaseMarks } from './release-marks.ts'

/** At a text size of 16 px, as all lengths here that are not measured: labels follow the text size of the browser. */
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
  const { svg, width, scale } = useSize()
  const step = 100 / Math.max(bars, 1)
  const marked = dragged ?? (pointed === null ? null : { from: pointed, to: pointed })
  return (
    <div className="relative">
      {pointed !== null && !dragged && <HoverCard timeline={timeline} index={pointed} />}
      <svg
        ref={svg}
        width="100%"
        height={HEIGHT * scale}
        role="img"
        aria-label={summarise(timeline)}
        className="block cursor-crosshair touch-pan-y select-none"
        {...handlers}
      >
        {marked && (
          <rect
            x={`${(marked.from - 0.1) * step}%`}
            width={`${(marked.to - marked.from + 1) * step}%`}
            height={HEIGHT * scale}
            className="fill-bar-empty opacity-60"
          />
        )}
        <Highest timeline={timeline} scale={scale} />
        {/* Below the bars: on a phone a bar is as thin as the mark of the release that begins with it. */}
        <ReleaseMarks timeline={timeline} width={width} scale={scale} />
        <Bars timeline={timeline} step={step} scale={scale} />
      </svg>
    </div>
  )
}

/** The width of the chart, px, also after the window or the page around it has changed; and how large its text is. */
function useSize() {
  const svg = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(0)
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const chart = svg.current
    if (chart === null) return
    const measure = () => {
      setWidth(chart.getBoundingClientRect().width)
      setScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(chart)
    measure()
    return () => observer.disconnect()
  }, [])
  return { svg, width, scale }
}

/** A line at the height of the highest bar, with its number. */
function Highest({ timeline: { buckets }, scale }: { timeline: Timeline; scale: number }) {
  const highest = Math.max(...buckets.map(({ count }) => count), 0)
  if (highest === 0) return null
  return (
    <>
      <line
        x1="0"
        x2="100%"
        y1={ROOM_FOR_LABELS * scale}
        y2={ROOM_FOR_LABELS * scale}
        className="stroke-line"
      />
      <text x="0" y={(ROOM_FOR_LABELS - 4) * scale} className="fill-ink-3 text-[0.625rem] tabular-nums">
        {formatShortCount(highest)}
      </text>
    </>
  )
}

interface BarsProps {
  timeline: Timeline
  /** The width of a bar with its gap, percent. */
  step: number
  scale: number
}

function Bars({ timeline: { buckets }, step, scale }: BarsProps) {
  const counts = buckets.map((bucket) => bucket.count)
  const heights = barHeights(counts, (HEIGHT - ROOM_FOR_LABELS) * scale)
  const hot = hotThreshold(counts)
  return (
    <>
      {buckets.map((bucket, index) => (
        <rect
          key={bucket.start}
          x={`${index * step}%`}
          y={HEIGHT * scale - (heights[index] ?? 1)}
          width={`${step * 0.8}%`}
          height={heights[index]}
          rx="0.6"
          className={barClass(bucket.count, hot)}
        />
      ))}
    </>
  )
}

interface ReleaseMarksProps {
  timeline: Timeline
  /** The chart's, px. */
  width: number
  scale: number
}

function ReleaseMarks({ timeline, width, scale }: ReleaseMarksProps) {
  return (
    <>
      {releaseMarks(timeline, width / scale).map((mark) => (
        <g key={mark.release}>
          <line
            x1={`${mark.x}%`}
            x2={`${mark.x}%`}
            y1="2"
            y2={HEIGHT * scale}
            className="stroke-ink-3"
            strokeDasharray="2 3"
          />
          <text
            x={`${mark.x}%`}
            y={9 * scale}
            dx={goesLeft(mark) ? -5 : 5}
            textAnchor={goesLeft(mark) ? 'end' : 'start'}
            className="fill-ink-2 text-[0.625rem]"
          >
            {mark.label}
          </text>
        </g>
      ))}
    </>
  )
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
