import { Link, useNavigate } from '@tanstack/react-router'
import { tabCommands, useCommands } from '../../command/use-commands.ts'
import { TAB_CLASS, TabBar, TabCount } from '../../components/tab-bar.tsx'
import { formatCount } from '../../format/number.ts'
import type { IssueSearch } from './issue-search.ts'
import { ISSUE_PANELS, type IssuePanel, type KnownPage } from './panels.tsx'

/** Without it the router would mark every tab whose parameters are a part of the present ones. */
const EXACT = { exact: true, explicitUndefined: true }

/** The tabs of an issue, each with how much is in it; 1, 2 … lead there. */
export function IssueTabs({ page, current }: { page: KnownPage; current: IssuePanel }) {
  const panels = ISSUE_PANELS.filter((panel) => panel === current || !panel.optional || panel.count?.(page))
  useTabCommands(panels)
  return (
    <TabBar label="Issue sections">
      {panels.map((panel) => {
        const count = panel.count?.(page)
        const more = panel.isCapped?.(page) ? '+' : ''
        return (
          <Link
            key={panel.value}
            to="/issues/$issueId"
            params={{ issueId: page.issue.id }}
            search={searchOf(page.search, panel)}
            activeOptions={EXACT}
            activeProps={{}}
            aria-current={panel === current ? 'page' : undefined}
            className={TAB_CLASS}
            replace
            resetScroll={false}
          >
            {panel.label}
            <TabCount>{count ? `${formatCount(count)}${more}` : undefined}</TabCount>
          </Link>
        )
      })}
    </TabBar>
  )
}

function searchOf(search: IssueSearch, panel: IssuePanel) {
  const tab = panel === ISSUE_PANELS[0] ? undefined : panel.value
  return { ...search, tab, page: undefined, release: undefined }
}

function useTabCommands(panels: IssuePanel[]): void {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const goTo = (panel: IssuePanel) => () =>
    void navigate({ search: (current) => searchOf(current, panel), replace: true, resetScroll: false })
  useCommands(tabCommands(panels.map(goTo)))
}
