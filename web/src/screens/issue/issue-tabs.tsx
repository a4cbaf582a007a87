import { Link, useNavigate } from '@tanstack/react-router'
import type { IssueDetail } from '../../api/wire.ts'
import { tabCommands, useCommands } from '../../command/use-commands.ts'
import { TAB_CLASS, TabBar, TabCount } from '../../components/tab-bar.tsx'
import { formatCount } from '../../format/number.ts'
import { ISSUE_TABS, type IssueSearch, type IssueTab } from './issue-search.ts'

const LABELS: Record<IssueTab, string> = {
  event: 'Event',
  events: 'All events',
  releases: 'Releases',
  merged: 'Merged',
  feedback: 'Feedback',
  activity: 'Activity',
}

/** Without it the router would mark every tab whose parameters are a part of the present ones. */
const EXACT = { exact: true, explicitUndefined: true }

interface IssueTabsProps {
  issue: IssueDetail
  search: IssueSearch
  /** Stored events, and feedback about them. */
  events: number
  feedback: number
}

/** The parts of an issue, each with how much is in it; 1 … 5, or 6, leads there. */
export function IssueTabs({ issue, search, events, feedback }: IssueTabsProps) {
  const current = search.tab ?? 'event'
  const tabs = tabsOf(issue, current)
  useTabCommands(tabs)
  const counts: Partial<Record<IssueTab, number | undefined>> = {
    events,
    releases: issue.facets.releases.filter(({ value }) => value !== '').length,
    merged: issue.merged_count,
    feedback,
  }
  return (
    <TabBar label="Issue sections">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/issues/$issueId"
          params={{ issueId: issue.id }}
          search={searchOf(search, tab)}
          activeOptions={EXACT}
          activeProps={{}}
          aria-current={tab === current ? 'page' : undefined}
          className={TAB_CLASS}
          replace
          resetScroll={false}
        >
          {LABELS[tab]} <TabCount>{counts[tab] ? formatCount(counts[tab]) : undefined}</TabCount>
        </Link>
      ))}
    </TabBar>
  )
}

/** Nothing is said of merging if nothing is merged. */
function tabsOf(issue: IssueDetail, current: IssueTab): IssueTab[] {
  const merged = issue.merged_count > 0 || current === 'merged'
  return ISSUE_TABS.filter((tab) => tab !== 'merged' || merged)
}

function searchOf(search: IssueSearch, tab: IssueTab) {
  return { ...search, tab: tab === 'event' ? undefined : tab, page: undefined, release: undefined }
}

function useTabCommands(tabs: IssueTab[]): void {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const goTo = (tab: IssueTab) => () =>
    void navigate({ search: (current) => searchOf(current, tab), replace: true, resetScroll: false })
  useCommands(tabCommands(tabs.map(goTo)))
}
