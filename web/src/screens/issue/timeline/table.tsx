import type { Timeline } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { bucketStart } from './bucket-text.ts'

/** The chart as a table: the buckets with events, newest first. */
export function TimelineTable({ timeline }: { timeline: Timeline }) {
  const rows = timeline.buckets.filter(({ count }) => count > 0).reverse()
  const counted = timeline.event_count > timeline.stored_event_count
  if (rows.length === 0) return <p className="text-ink-2">No events in this period.</p>
  return (
    <>
      <DataTable
        label={`Events per ${timeline.bucket}`}
        head={
          <>
            <HeadCell>{timeline.bucket === 'hour' ? 'Hour' : 'Day'} (UTC)</HeadCell>
            <HeadCell numeric>Events</HeadCell>
            {counted && <HeadCell numeric>Stored</HeadCell>}
          </>
        }
      >
        {rows.map(({ start, count, stored }) => (
          <tr key={start}>
            <Cell className="tabular-nums">{bucketStart(start, timeline.bucket)}</Cell>
            <Cell numeric className="font-semibold">
              {formatCount(count)}
            </Cell>
            {counted && <Cell numeric>{formatCount(stored)}</Cell>}
          </tr>
        ))}
      </DataTable>
      <p className="border-t border-line pt-2 text-small text-ink-3">
        {plural(timeline.event_count, 'event')} in total; every other {timeline.bucket} had none.
      </p>
    </>
  )
}
