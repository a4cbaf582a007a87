import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ApiError } from '../../api/client.ts'
import { issueFeedbackQuery } from '../../api/feedback.ts'
import { issueQuery } from '../../api/issues.ts'
import { usePendingState } from '../../api/pending-changes.ts'
import type { IssueDetail, IssueSummary } from '../../api/wire.ts'
import { DetailColumns } from '../../components/detail/detail-page.tsx'
import { ErrorState } from '../../components/states.tsx'
import { showHidden } from '../../format/show-hidden.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { cachedIssues } from '../../triage/issue-cache.ts'
import { shownIssue } from '../../triage/shown-issues.ts'
import { useShownEvent } from './event/use-shown-event.ts'
import { IssueFacts } from './header/issue-facts.tsx'
import { IssueHeader } from './header/issue-header.tsx'
import { MergedBanner } from './header/merged-banner.tsx'
import { StateNotes } from './header/state-notes.tsx'
import { IssueSkeleton, PanelSkeleton } from './issue-skeleton.tsx'
import { IssueTabs } from './issue-tabs.tsx'
import { type IssuePage, type KnownPage, panelOf } from './panels.tsx'
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
  const row = useListRow(issueId, data === undefined)
  const head = issue ?? (row && shownIssue(row, pending))
  const shown = useShownEvent(issueId, search.event)
  const newEvents = useNewEvents(issue, shown)
  const feedback = useQuery(issueFeedbackQuery(issueId))
  usePageTitle(head ? showHidden(head.title) : 'Issue')
  // Even one that is shown may have been deleted meanwhile.
  const gone = error instanceof ApiError && error.status === 404
  if (error && (gone || !issue))
    return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />
  if (!head) return <IssueSkeleton />

  const page = { search, shown, newEvents, feedback }
  return (
    <div className="mx-auto max-w-page">
      <IssueHead issue={head} />
      <IssueBody tabs={{ ...page, issue: head }} page={issue && { ...page, issue }} />
    </div>
  )
}

/** The issue as the list showed it, until its own answer is there. */
function useListRow(id: string, wanted: boolean): IssueSummary | undefined {
  const queryClient = useQueryClient()
  return wanted ? cachedIssues(queryClient, new Set([id])).get(id) : undefined
}

function IssueHead({ issue }: { issue: IssueSummary | IssueDetail }) {
  return (
    <>
      <IssueHeader issue={issue} />
      {issue.merge_parent_id !== null && <MergedBanner issueId={issue.id} parentId={issue.merge_parent_id} />}
      <StateNotes issue={issue} />
      <IssueFacts issue={issue} />
    </>
  )
}

interface IssueBodyProps {
  tabs: KnownPage
  /** Undefined until the issue's own answer is there. */
  page: IssuePage | undefined
}

function IssueBody({ tabs, page }: IssueBodyProps) {
  const { id } = tabs.issue
  const panel = panelOf(tabs.search.tab)
  return (
    <DetailColumns
      sideLabel="Issue details"
      side={
        page && (
          <Fragment key={id}>
            <SuspectCommitsCard issueId={id} />
            <SideCards
              issue={page.issue}
              grouping={page.shown.grouping}
              belongsTo={page.shown.belongsTo}
              feedback={page.feedback.data ?? []}
            />
          </Fragment>
        )
      }
    >
      {panel && <IssueTabs page={tabs} current={panel} />}
      {/* What is typed, opened or zoomed belongs to one issue; the head stays, with the focus on its arrows. */}
      {panel && (page ? <panel.Panel key={id} {...page} /> : <PanelSkeleton />)}
    </DetailColumns>
  )
}
