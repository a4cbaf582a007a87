import type { ReactNode } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { showDirections } from '../../../format/direction.ts'
import { formatCount } from '../../../format/number.ts'
import { TimelinePanel } from '../timeline/panel.tsx'

/** How often, how many, since when, until when — and its course over time. */
export function FactsStrip({ issue }: { issue: IssueSummary }) {
  const stored = issue.stored_event_count
  const events = issue.event_count === 1 ? 'event' : 'events'
  return (
    <section
      aria-label="Summary"
      className="grid grid-cols-2 rounded-card border border-line bg-surface md:grid-cols-[repeat(4,auto)_minmax(0,1fr)]"
    >
      <Fact note={stored === issue.event_count ? events : `${events} · ${formatCount(stored)} stored`}>
        {formatCount(issue.event_count)}
      </Fact>
      <Fact note={issue.unique_user_count === 1 ? 'user' : 'users'}>
        {formatCount(issue.unique_user_count)}
      </Fact>
      <Fact note={inRelease('First seen', issue.first_release)}>
        <Ago at={issue.first_seen_at} />
      </Fact>
      <Fact note={inRelease('Last seen', issue.release)}>
        <Ago at={issue.last_seen_at} />
      </Fact>
      <div className="col-span-full min-w-0 px-[18px] pt-2 pb-1.5 md:col-span-1">
        <TimelinePanel issue={issue} />
      </div>
    </section>
  )
}

function inRelease(text: string, release: string | undefined): ReactNode {
  if (!release) return text
  return (
    <>
      {text} ·{' '}
      <span title={showDirections(release)}>
        <EventText>{release}</EventText>
      </span>
    </>
  )
}

function Fact({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-center border-b border-line px-[18px] py-3 odd:border-r md:border-r md:border-b-0">
      <b className="block text-hero leading-tight font-semibold tracking-tight tabular-nums">{children}</b>
      <small className="block max-w-52 truncate text-tiny text-ink-3">{note}</small>
    </div>
  )
}
