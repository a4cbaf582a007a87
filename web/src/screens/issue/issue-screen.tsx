import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { feedbackQuery } from '../../api/events.ts'
import { issueQuery } from '../../api/issues.ts'
import { ErrorState } from '../../components/states.tsx'
import { TAB_CLASS, TabBar, TabCount } from '../../components/tab-bar.tsx'
import { formatCount } from '../../format/number.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { ActivityTab } from './activity-tab.tsx'
import { EventTab } from './event-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { FactsStrip } from './facts-strip.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { IssueHeader } from './issue-header.tsx'
import { ISSUE_TABS, type IssueTab } from './issue-search.ts'
import { IssueSkeleton } from './issue-skeleton.tsx'
import { ReleasesTab } from './releases-tab.tsx'
import { SideCards } from './side-cards.tsx'
import { StateNotes } from './state-notes.tsx'
import { useLiveIssue, useNewEvents } from './use-live-issue.ts'
import { useShownEvent } from './use-shown-event.ts'

/** Without it the router would mark every tab whose parameters are a part of the present ones. */
const EXACT = { exact: true, explicitUndefined: true }

const route = getRouteApi('/signed-in/issues/$issueId')

/** 1 … 5: the tabs. */
function useTabShortcuts(): void {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const goTo = (key: IssueTab) => () =>
    void navigate({
      search: (current) => ({
        ...current,
        tab: key === 'event' ? undefined : key,
        page: undefined,
        release: undefined,
      }),
      replace: true,
      resetScroll: false,
    })
  useShortcuts(Object.fromEntries(ISSUE_TABS.map((key, index) => [String(index + 1), goTo(key)])))
}

export function IssueScreen() {
  const { issueId } = route.useParams()
  const search = route.useSearch()
  const { data: issue, error, refetch } = useQuery(issueQuery(issueId))
  const shown = useShownEvent(issueId, search.event)
  useLiveIssue(issueId, issue?.project_id)
  const newEvents = useNewEvents(issue, shown)
  const eventId = shown.event?.id
  const feedback = useQuery({ ...feedbackQuery(eventId ?? ''), enabled: eventId !== undefined })
  usePageTitle(issue?.title ?? 'Issue')
  useTabShortcuts()
  if (error && !issue) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!issue) return <IssueSkeleton />

  const tab = search.tab ?? 'event'
  const tabLink = (key: IssueTab) => ({
    to: '/issues/$issueId' as const,
    params: { issueId },
    search: { ...search, tab: key === 'event' ? undefined : key, page: undefined, release: undefined },
    activeOptions: EXACT,
    'aria-current': tab === key ? ('page' as const) : undefined,
    activeProps: {},
    className: TAB_CLASS,
    replace: true,
    resetScroll: false,
  })
  const releases = issue.facets.releases.filter(({ value }) => value !== '').length
  const count = feedback.data?.feedback.length ?? 0
  return (
    <div className="mx-auto max-w-[1440px]">
      <IssueHeader issue={issue} />
      <StateNotes issue={issue} />
      <FactsStrip issue={issue} />
      <div className="mt-4 grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <TabBar label="Parts of the issue">
            <Link {...tabLink('event')}>Event</Link>
            <Link {...tabLink('events')}>
              All events{' '}
              <TabCount>{shown.total === undefined ? undefined : formatCount(shown.total)}</TabCount>
            </Link>
            <Link {...tabLink('releases')}>
              Releases <TabCount>{releases > 0 ? formatCount(releases) : undefined}</TabCount>
            </Link>
            <Link {...tabLink('feedback')}>
              Feedback <TabCount>{count > 0 ? String(count) : undefined}</TabCount>
            </Link>
            <Link {...tabLink('activity')}>Activity</Link>
          </TabBar>
          {tab === 'event' && <EventTab issue={issue} shown={shown} newEvents={newEvents} />}
          {tab === 'events' && <EventsTab issue={issue} page={search.page ?? 0} release={search.release} />}
          {tab === 'releases' && <ReleasesTab issue={issue} />}
          {tab === 'feedback' && <FeedbackTab query={feedback} eventKnown={eventId !== undefined} />}
          {tab === 'activity' && <ActivityTab issue={issue} />}
        </div>
        <SideCards issue={issue} grouping={shown.grouping} feedback={feedback.data?.feedback ?? []} />
      </div>
    </div>
  )
}
