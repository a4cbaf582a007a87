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
import { type IssueList, wholeCount } from './use-issue-list.ts'

interface IssueTabsProps {
  search: IssuesSearch
  list: IssueList
  end: ReactNode
}

/** The list's tabs; each is a link to the same search with other `is:` tokens. */
export function IssueTabs({ search, list, end }: IssueTabsProps) {
  const shown = wholeCount(list)
  return (
    <div className="mt-3">
      <TabBar label="Status" end={end}>
        {TABS.map((tab) => (
          <Tab key={tab.key} tab={tab} search={search} shown={shown} />
        ))}
      </TabBar>
    </div>
  )
}

/** The issue of an event is found in any tab, so that its number would say nothing. */
function isCounted(tab: IssueTab, q: string): boolean {
  return tab.key !== 'all' && !asksForEvent(q)
}

function Tab({ tab, search, shown }: { tab: IssueTab; search: IssuesSearch; shown: number | undefined }) {
  const filter = filterOf(search)
  const q = withTab(filter.q, tab)
  const current = tabOf(filter.q)?.key === tab.key
  const { sort: _, ...scope } = filter
  const counted = isCounted(tab, q)
  const { data } = useQuery({ ...issueCountQuery({ ...scope, q }), enabled: counted })
  const count = counted && current && shown !== undefined ? { total: shown, capped: false } : data
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
      <TabCount>{count && `${formatShortCount(count.total)}${count.capped ? '+' : ''}`}</TabCount>
    </Link>
  )
}
