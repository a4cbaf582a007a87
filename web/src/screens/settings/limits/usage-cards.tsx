import { HOUR_MS } from '#contract/time.ts'
import type { ProjectUsage } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { barClass, barHeights, hotThreshold } from '../../../components/display/bars.ts'
import { useNow } from '../../../components/display/time.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { formatRemaining, formatUtc } from '../../../format/time.ts'

const NEARLY_FULL = 0.8

/** The present hour against the cap. */
export function HourUsage({ hour }: { hour: ProjectUsage['hour'] }) {
  const now = useNow()
  const left = Math.max(0, Date.parse(hour.start) + HOUR_MS - now)
  const share = hour.cap === 0 ? 1 : Math.min(1, hour.accepted / hour.cap)
  const full = hour.accepted >= hour.cap
  return (
    <Card title="Received this hour">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-hero font-semibold tabular-nums">{formatCount(hour.accepted)}</b>
        <span className="text-ink-2">of {plural(hour.cap, 'event')}</span>
        <span className="flex-1" />
        <span className="text-small text-ink-3">resets in {formatRemaining(left)}</span>
      </p>
      <svg
        role="img"
        aria-label={`${Math.round(share * 100)} % of the hourly limit`}
        className="mt-3 block h-2 w-full overflow-hidden rounded-full bg-bar-empty"
      >
        <rect
          width={`${share * 100}%`}
          height="8"
          className={share >= NEARLY_FULL ? 'fill-bar-hot' : 'fill-bar'}
        />
      </svg>
      <p className={`mt-2 text-small ${full ? 'font-medium text-accent' : 'text-ink-3'}`}>
        {full
          ? 'Limit reached: events are rejected until the hour ends.'
          : `${formatCount(hour.cap - hour.accepted)} left`}
      </p>
    </Card>
  )
}

const WIDTH = 384
const HEIGHT = 48

/** Accepted events of the last 24 hours, oldest first. */
export function DayUsage({ usage }: { usage: ProjectUsage }) {
  const { last_24h: buckets, dropped } = usage
  const someOnlyCounted = dropped.some(({ source, last_24h: count }) => source === 'valve' && count > 0)
  const counts = buckets.map((bucket) => bucket.accepted)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const heights = barHeights(counts, HEIGHT - 1)
  const hot = hotThreshold(counts)
  const step = WIDTH / Math.max(counts.length, 1)
  return (
    <Card title="Last 24 hours, by event time">
      <p className="flex items-baseline gap-2">
        <b className="text-hero font-semibold tabular-nums">{formatCount(total)}</b>
        <span className="text-ink-2">{total === 1 ? 'event' : 'events'}</span>
        <span className="flex-1" />
        <span className="text-small text-ink-3">peak {formatCount(Math.max(0, ...counts))}/h</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(total, 'event')} in the last 24 hours, by hour`}
        className="mt-2 block h-12 w-full"
      >
        {buckets.map((bucket, index) => (
          <rect
            key={bucket.start}
            x={index * step}
            y={HEIGHT - (heights[index] ?? 1)}
            width={step * 0.8}
            height={heights[index]}
            className={barClass(bucket.accepted, hot)}
          >
            <title>{`${formatUtc(bucket.start)}: ${plural(bucket.accepted, 'event')}`}</title>
          </rect>
        ))}
      </svg>
      {someOnlyCounted && (
        <p className="mt-2 text-small text-ink-3">Events counted without being stored: by arrival time.</p>
      )}
    </Card>
  )
}
