import type { ReactNode } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { Fact, FactsStrip } from '../../../components/detail/facts.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { formatCount } from '../../../format/number.ts'
import { ReleaseLink } from '../side/release-link.tsx'
import { TimelinePanel } from '../timeline/panel.tsx'

/** How often, how many, since when, until when — and its course over time. */
export function IssueFacts({ issue }: { issue: IssueSummary }) {
  const stored = issue.stored_event_count
  const events = issue.event_count === 1 ? 'event' : 'events'
  return (
    <FactsStrip wide={<TimelinePanel key={issue.id} issue={issue} />}>
      <Fact note={stored === issue.event_count ? events : `${events} · ${formatCount(stored)} stored`}>
        {formatCount(issue.event_count)}
      </Fact>
      <Fact note={issue.unique_user_count === 1 ? 'user' : 'users'}>
        {formatCount(issue.unique_user_count)}
      </Fact>
      <Fact note={inRelease('First seen', issue, issue.first_release)}>
        <Ago at={issue.first_seen_at} />
      </Fact>
      <Fact note={inRelease('Last seen', issue, issue.release)}>
        <Ago at={issue.last_seen_at} />
      </Fact>
    </FactsStrip>
  )
}

function inRelease(text: string, issue: IssueSummary, release: string | undefined): ReactNode {
  if (!release) return text
  return (
    <>
      {text} ·{' '}
      <ReleaseLink projectId={issue.project_id} release={release}>
        <EventText>{release}</EventText>
      </ReleaseLink>
    </>
  )
}
