import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ApiError } from '../../api/client.ts'
import { issueFeedbackQuery } from '../../api/feedback.ts'
import { issueQuery } from '../../api/issues.ts'
import { usePendingState } from '../../api/pending-changes.ts'
import { DetailColumns } from '../../components/detail/detail-page.tsx'
import { ErrorState } from '../../components/states.tsx'
import { showHidden } from '../../format/show-hidden.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { shownIssue } from '../../triage/shown-issues.ts'
import { useShownEvent } from './event/use-shown-event.ts'
import { IssueFacts } from './header/issue-facts.tsx'
import { IssueHeader } from './header/issue-header.tsx'
import { MergedBanner } from './header/merged-banner.tsx'
import { StateNotes } from './header/state-notes.tsx'
import { IssueSkeleton } from './issue-skeleton.tsx'
import { IssueTabs } from './issue-tabs.tsx'
import { panelOf } from './panels.tsx'
import { SideCards } from './side/side-cards.tsx'
import { SuspectCommitsCard } from './side/suspect-commits-card.tsx'
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
  usePageTitle(issue ? showHidden(issue.title) : 'Issue')
  // Even one that is shown may have been deleted meanwhile.
  const gone = error instanceof ApiError && error.status === 404
  if (error && (gone || !issue))
    return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />
  if (!issue) return <IssueSkeleton />

  const page = { issue, search, shown, newEvents, feedback }
  const panel = panelOf(search.tab)
  return (
    <div className="mx-auto max-w-page">
      <IssueHeader issue={issue} />
      {issue.merge_parent_id !== null && <MergedBanner issueId={issue.id} parentId={issue.merge_parent_id} />}
      <StateNotes issue={issue} />
      <IssueFacts issue={issue} />
      <DetailColumns
        sideLabel="Issue details"
        side={
          <Fragment key={issue.id}>
            <SuspectCommitsCard issueId={issue.id} />
            <SideCards
              issue={issue}
              grouping={shown.grouping}
              belongsTo={shown.belongsTo}
              feedback={feedback.data ?? []}
            />
          </Fragment>
        }
      >
        {panel && <IssueTabs page={page} current={panel} />}
        {/* What is typed, opened or zoomed belongs to one issue; the head stays, with the focus on its arrows. */}
        {panel && <panel.Panel key={issue.id} {...page} />}
      </DetailColumns>
    </div>
  )
}
