import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { EVENTS_PER_PAGE, eventsQuery } from '../../../api/events.ts'
import type { EventPage, IssueDetail } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { buttonClass } from '../../../components/form/button.tsx'
import { Select } from '../../../components/form/select.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { EventTable } from './event-table.tsx'

interface EventsTabProps {
  issue: IssueDetail
  page: number
  release: string | undefined
}

/** The stored events of an issue, newest first, of all releases or of one; each leads to itself. */
export function EventsTab({ issue, page, release }: EventsTabProps) {
  return (
    <>
      <ReleaseFilter issue={issue} release={release} />
      <Events issue={issue} page={page} release={release} />
    </>
  )
}

const ANY = 'any'

function ReleaseFilter({ issue, release = ANY }: { issue: IssueDetail; release: string | undefined }) {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const known = issue.facets.releases.map(({ value }) => value).filter((value) => value !== '')
  const named = known.includes(release) || release === ANY ? known : [release, ...known]
  if (named.length < 2 && release === ANY) return null
  const choices = [{ value: ANY, label: 'All releases' }, ...named.map((value) => ({ value, label: value }))]
  return (
    <div className="flex items-center pt-2.5">
      <Select
        label="Release"
        value={release}
        choices={choices}
        onChange={(value) =>
          void navigate({
            search: (current) => ({
              ...current,
              page: undefined,
              release: value === ANY ? undefined : value,
            }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  )
}

function Events({ issue, page, release }: EventsTabProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    eventsQuery(issue.id, { page, release }),
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending || !data) return <EventsSkeleton />
  if (data.events.length === 0) return <NoEvents issueId={issue.id} page={page} release={release} />
  const first = page * EVENTS_PER_PAGE + 1
  return (
    <div className={isPlaceholderData ? 'opacity-60' : ''}>
      <EventTable issueId={issue.id} events={data.events} />
      <Pager issueId={issue.id} page={page} first={first} data={data} />
      {release === undefined && <NotListed issue={issue} />}
    </div>
  )
}

function NoEvents({
  issueId,
  page,
  release,
}: {
  issueId: string
  page: number
  release: string | undefined
}) {
  if (page > 0) {
    return (
      <EmptyState
        title="No events on this page"
        action={<Link {...toPage(issueId, 0)}>Go to the newest events</Link>}
      >
        Older events may have been deleted by retention.
      </EmptyState>
    )
  }
  const reason =
    release === undefined ? 'There are no events to list.' : `No stored event is from release ${release}.`
  return (
    <EmptyState title="No stored events">
      <EventText>{reason}</EventText>
    </EmptyState>
  )
}

/** What is counted in the facts above and can't be listed. */
function NotListed({ issue }: { issue: IssueDetail }) {
  const { counted_only_event_count: counted, evicted_event_count: evicted } = issue
  if (counted + evicted === 0) return null
  return (
    <p className="pb-3 text-small text-ink-3">
      {counted > 0 && `${plural(counted, 'more event')} only counted (spike protection). `}
      {evicted > 0 && `${plural(evicted, 'older event')} deleted by retention, still counted.`}
    </p>
  )
}

function Pager(props: { issueId: string; page: number; first: number; data: EventPage }) {
  const { issueId, page, first, data } = props
  const last = first + data.events.length - 1
  return (
    <div className="flex items-center gap-2 border-t border-line py-3">
      <span className="flex-1 text-small text-ink-3" role="status">
        {formatCount(first)}–{formatCount(last)} of {formatCount(data.total)}
        {data.total_capped && '+'}
      </span>
      {page > 0 && <Link {...toPage(issueId, page - 1)}>Newer</Link>}
      {data.has_more && <Link {...toPage(issueId, page + 1)}>Older</Link>}
    </div>
  )
}

function toPage(issueId: string, page: number) {
  return {
    to: '/issues/$issueId' as const,
    params: { issueId },
    search: (current: Record<string, unknown>) => ({ ...current, page: page > 0 ? page : undefined }),
    className: buttonClass(),
  }
}

function EventsSkeleton() {
  return (
    <div className="appear-late grid gap-3 pt-4">
      <LoadingNote what="events" />
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <Skeleton key={row} className="h-6" />
      ))}
    </div>
  )
}
