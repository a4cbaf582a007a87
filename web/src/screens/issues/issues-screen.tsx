import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { IssueFilter } from '../../api/issues.ts'
import { Button } from '../../components/form/button.tsx'
import { Select } from '../../components/form/select.tsx'
import { lazyRetry } from '../../components/overlay/lazy-retry.tsx'
import { OverlayBoundary } from '../../components/overlay/overlay-boundary.tsx'
import {
  filterOf,
  type IssuesSearch,
  SORTS,
  searchOf,
  sortParam,
  WINDOWS,
} from '../../entities/issue/issue-filter.ts'
import { lastList, rememberList } from '../../entities/issue/list-memory.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { useBulk } from './bulk/use-bulk.ts'
import { useSelection } from './bulk/use-selection.ts'
import { IssueResults } from './issue-results.tsx'
import { IssueTabs } from './issue-tabs.tsx'
import { ListSummary } from './list-summary.tsx'
import { LiveList } from './live/live-list.tsx'
import { focusRow } from './row-focus.ts'
import { SearchBox } from './search/search-box.tsx'
import { type IssueList, useIssueList } from './use-issue-list.ts'
import { useListCommands } from './use-list-commands.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const StartHere = lazyRetry(() => import('./start-here/start-here.tsx').then((module) => module.StartHere))
const BulkBar = lazyRetry(() => import('./bulk/bulk-bar.tsx').then((module) => module.BulkBar))

const route = getRouteApi('/signed-in/issues')

export function IssuesScreen() {
  usePageTitle('Issues')
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/issues' })
  const filter = filterOf(search)
  const list = useIssueList(search, filter)
  const selection = useSelection(list.actionable, JSON.stringify(filter))
  const bulk = useBulk(selection)
  const [queueOpen, setQueueOpen] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)

  const change = (next: Partial<IssuesSearch>, replace = false) =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace, resetScroll: false })
  useListCommands({ list, selection, filter, searchField, bulk, change })

  useRowOfReturn(list.issues.length > 0)
  return (
    <div className="mx-auto max-w-page">
      <ListHead filter={filter} list={list} change={change} />
      <div className="flex gap-2">
        <SearchBox
          q={filter.q}
          project={filter.project}
          fieldRef={searchField}
          onSearch={(q) => change({ q: searchOf(q) }, true)}
        />
        <ViewsMenu filter={filter} />
      </div>
      <IssueTabs
        search={search}
        list={list}
        end={
          <div className="mb-1 flex flex-none gap-1">
            <Button
              kind="quiet"
              className="print:hidden"
              aria-expanded={queueOpen}
              onClick={() => setQueueOpen(!queueOpen)}
            >
              Start here
            </Button>
            <SortSelect filter={filter} change={change} className="max-md:hidden" />
          </div>
        }
      />
      <OverlayBoundary open={queueOpen} onFailed={() => setQueueOpen(false)}>
        <Suspense>{queueOpen && <StartHere project={filter.project} />}</Suspense>
      </OverlayBoundary>
      <LiveList filter={filter} issues={list.issues} ticked={selection.selected.length > 0} />
      <IssueResults list={list} filter={filter} selection={selection} />
      <Suspense>
        {selection.selected.length > 0 && (
          <BulkBar selection={selection} list={list} filter={filter} bulk={bulk} />
        )}
      </Suspense>
    </div>
  )
}

interface ListHeadProps {
  filter: IssueFilter
  list: IssueList
  change: (next: Partial<IssuesSearch>) => void
}

function ListHead({ filter, list, change }: ListHeadProps) {
  return (
    <div className="flex min-h-[3.625rem] items-center gap-3 pt-3 pb-2 max-sm:gap-1.5">
      <h1 className="text-title font-semibold tracking-tight">Issues</h1>
      <ListSummary filter={filter} list={list} />
      <span className="flex-1" />
      <SortSelect filter={filter} change={change} className="md:hidden" />
      <Select
        label="Window"
        align="end"
        whole
        value={filter.window}
        choices={WINDOWS}
        onChange={(window) => change({ window: window === '7d' ? undefined : window })}
      />
    </div>
  )
}

interface SortSelectProps extends Omit<ListHeadProps, 'list'> {
  className: string
}

/** Beside the tabs; where these fill the line, at the head of the page. */
function SortSelect({ filter, change, className }: SortSelectProps) {
  return (
    <Select
      label="Sort"
      kind="quiet"
      align="end"
      className={className}
      value={filter.sort}
      choices={SORTS}
      onChange={(sort) => change({ sort: sortParam(sort) })}
    />
  )
}

/** On return from an issue, focus goes to its row; a reader elsewhere on the page stays there. */
function useRowOfReturn(shown: boolean): void {
  useEffect(() => {
    const { cursorId, returning, scrollY } = lastList()
    if (!shown) return
    rememberList({ returning: false })
    if (returning) window.scrollTo(0, scrollY)
    const free = [document.body, document.getElementById('content')].includes(
      document.activeElement as HTMLElement,
    )
    if (cursorId !== undefined && (free || returning)) focusRow(cursorId)
  }, [shown])
}
