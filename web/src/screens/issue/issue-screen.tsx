import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { feedbackQuery } from '../../api/events.ts'
import { issueQuery } from '../../api/issues.ts'
import { ErrorState } from '../../components/states.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { ActivityTab } from './activity-tab.tsx'
import { EventTab } from './event-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { FactsStrip } from './facts-strip.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueSkeleton } from './issue-skeleton.tsx'
import { IssueTabs } from './issue-tabs.tsx'
import { MergedBanner } from './merged-banner.tsx'
import { MergedTab } from './merged-tab.tsx'
import { ReleasesTab } from './releases-tab.tsx'
import { SideCards } from './side-cards.tsx'
import { StateNotes } from './state-notes.tsx'
import { useLiveIssue, useNewEvents } from './use-live-issue.ts'
import { useShownEvent } from './use-shown-event.ts'

const route = getRouteApi('/signed-in/issues/$issueId')

export function IssueScreen() {
  const { issueId } = route.useParams()
  const search = route.useSearch()
  const { data: issue, error, refetch } = useQuery(issueQuery(issueId))
  const shown = useShownEvent(issueId, search.event)
  useLiveIssue(issueId, issue?.project_id)
  const newEvents = useNewEvents(issue, shown)
  const eventId = shown.event?.id
  const feedback = useQuery({ ...feedbackQuery(eventId ?? ''), enabled: eventId !== undefined })
  const written = feedback.data?.feedback ?? []
  usePageTitle(issue?.title ?? 'Issue')
  if (error && !issue) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!issue) return <IssueSkeleton />

  const tab = search.tab ?? 'event'
  return (
    <div className="mx-auto max-w-[1440px]">
      <IssueHeader issue={issue} />
      {issue.merge_parent_id !== null && <MergedBanner issueId={issue.id} parentId={issue.merge_parent_id} />}
      <StateNotes issue={issue} />
      <FactsStrip issue={issue} />
      <div className="mt-4 grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <IssueTabs
            issue={issue}
            search={search}
            events={issue.stored_event_count}
            feedback={written.length}
          />
          {tab === 'event' && <EventTab issue={issue} shown={shown} newEvents={newEvents} />}
          {tab === 'events' && <EventsTab issue={issue} page={search.page ?? 0} release={search.release} />}
          {tab === 'releases' && <ReleasesTab issue={issue} />}
          {tab === 'merged' && <MergedTab key={issue.id} issue={issue} />}
          {tab === 'feedback' && <FeedbackTab query={feedback} eventKnown={eventId !== undefined} />}
          {tab === 'activity' && <ActivityTab issue={issue} />}
        </div>
        <SideCards issue={issue} grouping={shown.grouping} feedback={written} />
      </div>
    </div>
  )
}
