import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { issueCountQuery } from '../../api/issues.ts'
import { TAB_CLASS, TabBar, TabCount } from '../../components/tab-bar.tsx'
import {
  asksForEvent,
  filterOf,
  type IssuesSearch,
  type IssueTab,
  searchOf,
  TABS,
  tabOf,
  withTab,
} from '../../entities/issue/issue-filter.ts'
import { formatShortCount } from '../../format/number.ts'

/** The list's tabs; each is a link to the same search with other `is:` tokens. */
export function IssueTabs({ search, end }: { search: IssuesSearch; end: ReactNode }) {
  return (
    <div className="mt-3">
      <TabBar label="Status" end={end}>
        {TABS.map((tab) => (
          <Tab key={tab.key} tab={tab} search={search} />
        ))}
      </TabBar>
    </div>
  )
}

/** The issue of an event is found in any tab, so that its number would say nothing. */
function isCounted(tab: IssueTab, q: string): boolean {
  return tab.key !== 'all' && !asksForEvent(q)
}

function Tab({ tab, search }: { tab: IssueTab; search: IssuesSearch }) {
  const filter = filterOf(search)
  const q = withTab(filter.q, tab)
  const current = tabOf(filter.q)?.key === tab.key
  const { sort: _, ...scope } = filter
  const { data } = useQuery({ ...issueCountQuery({ ...scope, q }), enabled: isCounted(tab, q) })
  return (
    <Link
      to="/issues"
      search={{ ...search, q: searchOf(q) }}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true, explicitUndefined: true }}
      className={TAB_CLASS}
    >
      {tab.label}
      <TabCount>{data && `${formatShortCount(data.total)}${data.capped ? '+' : ''}`}</TabCount>
    </Link>
  )
}
