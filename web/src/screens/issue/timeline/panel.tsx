import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { timelineQuery } from '../../../api/issues.ts'
import type { IssueSummary, Timeline, TimelineWindow } from '../../../api/wire.ts'
import { Button, IconButton } from '../../../components/form/button.tsx'
import { Select } from '../../../components/form/select.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { Skeleton } from '../../../components/states.tsx'
import { formatCount } from '../../../format/number.ts'
import { type IssueSearch, TIMELINE_WINDOWS } from '../issue-search.ts'
import { describeBucket } from './bucket-text.ts'
import { TimelineChart } from './chart.tsx'
import { TimelineTable } from './table.tsx'
import { pageOf, useZoom } from './zoom.ts'

const route = getRouteApi('/signed-in/issues/$issueId')

export function TimelinePanel({ issue }: { issue: IssueSummary }) {
  const { range = '7d' } = route.useSearch()
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const { data: whole, isError } = useQuery(timelineQuery(issue.id, range))
  const { data, isZoomed, zoom } = useZoom(whole)
  return (
    <div className="flex h-full flex-col justify-end">
      <div className="flex items-center gap-2 text-tiny text-ink-3">
        {data && (
          <span className="tabular-nums md:truncate">
            <Readout timeline={data} pointed={pointed} />
          </span>
        )}
        <span className="flex-1" />
        {isZoomed && (
          <Button size="small" kind="quiet" onClick={() => zoom(null)}>
            Reset zoom
          </Button>
        )}
        {data && (
          <IconButton label="Timeline as a table" size="small-icon" onClick={() => setAsTable(true)}>
            <ScreenIcon name="table" />
          </IconButton>
        )}
        <WindowSelect range={range} />
      </div>
      {data && whole ? (
        <TimelineChart
          timeline={data}
          pointed={pointed}
          onPoint={setPointed}
          onPick={(index) => {
            const page = pageOf(whole, data.buckets[index]?.start)
            if (page !== null) void navigate({ search: eventsFrom(page), resetScroll: false })
          }}
          onZoom={(range) => {
            setPointed(null)
            zoom(range)
          }}
        />
      ) : (
        <Waiting failed={isError} />
      )}
      {data && (
        <FramedDialog open={asTable} onClose={() => setAsTable(false)} title={`Events per ${data.bucket}`}>
          <TimelineTable timeline={data} />
        </FramedDialog>
      )}
    </div>
  )
}

function WindowSelect({ range }: { range: TimelineWindow }) {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  return (
    <Select
      label="Timeline"
      kind="quiet"
      align="end"
      size="small"
      className="-mr-2"
      whole
      value={range}
      choices={TIMELINE_WINDOWS}
      onChange={(next) =>
        void navigate({
          search: (current) => ({ ...current, range: next === '7d' ? undefined : next }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

function eventsFrom(page: number) {
  return ({ range }: IssueSearch): IssueSearch => ({
    ...(range && { range }),
    tab: 'events',
    ...(page > 0 && { page }),
  })
}

/** The bar under the pointer; without one, the last hours and the peak. */
function Readout({ timeline, pointed }: { timeline: Timeline; pointed: number | null }) {
  const { buckets, bucket, summary } = timeline
  const shown = pointed === null ? undefined : buckets[pointed]
  if (shown) return describeBucket(shown, bucket)
  const peak = Math.max(...buckets.map(({ count }) => count), 0)
  const recent = `${formatCount(summary.last_24h)} in 24 h · ${formatCount(summary.last_1h)} this hour`
  return peak === 0 ? recent : `${recent} · peak ${formatCount(peak)}/${bucket === 'hour' ? 'h' : bucket}`
}

function Waiting({ failed }: { failed: boolean }) {
  if (failed)
    return <p className="grid h-14 place-items-center text-small text-ink-3">The timeline is unavailable</p>
  return <Skeleton className="appear-late h-14" />
}
