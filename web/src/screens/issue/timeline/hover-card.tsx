import type { Timeline } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { bucketStart } from './bucket-text.ts'

const MOST_RELEASES = 3

/** A bar's time, events, and releases first seen in it. */
export function HoverCard({ timeline, index }: { timeline: Timeline; index: number }) {
  const { buckets, bucket } = timeline
  const shown = buckets[index]
  if (!shown) return null
  const releases = releasesFirstSeen(timeline, index)
  const place = ((index + 0.5) / buckets.length) * 100
  return (
    <div
      className="pointer-events-none absolute bottom-full z-10 mb-1 w-max max-w-64 rounded-field border border-line bg-raised px-2.5 py-1.5 text-small lifted"
      style={place > 50 ? { right: `${100 - place}%` } : { left: `${place}%` }}
    >
      <b className="block tabular-nums">{plural(shown.count, 'event')}</b>
      <span className="block text-ink-2 tabular-nums">
        {bucketStart(shown.start, bucket)}
        {bucket === 'day' ? '' : ' UTC'}
      </span>
      {shown.counted_only > 0 && (
        <span className="block text-ink-3">{formatCount(shown.counted_only)} counted only</span>
      )}
      {releases.slice(0, MOST_RELEASES).map((release) => (
        <span key={release} className="block truncate text-ink-2">
          First in <EventText>{release}</EventText>
        </span>
      ))}
      {releases.length > MOST_RELEASES && (
        <span className="block text-ink-3">
          and in {plural(releases.length - MOST_RELEASES, 'more release')}
        </span>
      )}
    </div>
  )
}

function releasesFirstSeen({ buckets, releases }: Timeline, index: number): string[] {
  const from = Date.parse(buckets[index]?.start ?? '')
  const next = buckets[index + 1]?.start
  const to = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next)
  return releases
    .filter(
      ({ release, first_seen_at: at }) => release !== '' && Date.parse(at) >= from && Date.parse(at) < to,
    )
    .map(({ release }) => release)
}
