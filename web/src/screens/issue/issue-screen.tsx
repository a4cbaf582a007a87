import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { issueFeedbackQuery } from '../../api/feedback.ts'
import { issueQuery } from '../../api/issues.ts'
import { usePendingState } from '../../api/pending-changes.ts'
import { ErrorState } from '../../components/states.tsx'
import { showDirections } from '../../format/direction.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { shownIssue } from '../../triage/shown-issues.ts'
import { ActivityTab } from './activity/activity-tab.tsx'
import { EventTab } from './event/event-tab.tsx'
import { EventsTab } from './event/events-tab.tsx'
import { FeedbackTab } from './event/feedback-tab.tsx'
import { useShownEvent } from './event/use-shown-event.ts'
import { FactsStrip } from './header/facts-strip.tsx'
import { IssueHeader } from './header/issue-header.tsx'
import { MergedBanner } from './header/merged-banner.tsx'
import { StateNotes } from './header/state-notes.tsx'
import { IssueSkeleton } from './issue-skeleton.tsx'
import { IssueTabs } from './issue-tabs.tsx'
import { MergedTab } from './side/merged-tab.tsx'
import { ReleasesTab } from './side/releases-tab.tsx'
import { SideCards } from './side/side-cards.tsx'
import { useNewEvents } from './use-new-events.ts'

const route = getRouteApi('/signed-in/issues/$issueId')

export function IssueScreen() {
  const { issueId } = route.useParams()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(issueQuery(issueId))
  const pending = usePendingState()
  const issue = data && shownIssue(data, pending)
  const shown = useShownEvent(issueId, search.event)
  const newEvents = useNewEvents(issue, shown)
  const feedback = useQuery(issueFeedbackQuery(issueId))
  const written = feedback.data ?? []
  usePageTitle(issue ? showDirections(issue.title) : 'Issue')
  // Even one that is shown may have been deleted meanwhile.
  const gone = error instanceof ApiError && error.status === 404
  if (error && (gone || !issue)) return <ErrorState error={error} onRetry={() => void refetch()} />
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
          {tab === 'feedback' && <FeedbackTab issueId={issue.id} query={feedback} />}
          {tab === 'activity' && <ActivityTab issue={issue} />}
        </div>
        <SideCards issue={issue} grouping={shown.grouping} feedback={written} />
      </div>
    </div>
  )
}
