import { Suspense } from 'react'
import type { IssueFilter } from '../../api/issues.ts'
import { LoadMoreButton, useAutoLoad } from '../../components/display/load-more-button.tsx'
import { lazyRetry } from '../../components/overlay/lazy-retry.tsx'
import { ErrorState } from '../../components/states.tsx'
import { formatCount, plural } from '../../format/number.ts'
import type { Selection } from './bulk/use-selection.ts'
import { IssueTable } from './issue-table.tsx'
import { IssueTableSkeleton } from './issue-table-skeleton.tsx'
import type { IssueList } from './use-issue-list.ts'

interface IssueResultsProps {
  list: IssueList
  filter: IssueFilter
  selection: Selection
}

const EmptyList = lazyRetry(() => import('./empty-list.tsx').then((module) => module.EmptyList))

const SearchNotes = lazyRetry(() => import('./search/search-notes.tsx').then((module) => module.SearchNotes))

/** The list's rows, or its empty, loading or error state. */
export function IssueResults({ list, filter, selection }: IssueResultsProps) {
  const { query, issues, total, capped, limited } = list
  const first = query.data?.pages[0]
  if (query.isPending) return <IssueTableSkeleton />
  if (query.isError && issues.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  const found = `${plural(total, 'issue')}${capped ? ' or more' : ''}`
  return (
    <>
      <p role="status" className="sr-only">
        {query.isFetching ? '' : found}
      </p>
      {first && (first.event || first.search_notes || limited) && (
        <Suspense>
          <SearchNotes page={first} limited={limited} />
        </Suspense>
      )}
      {issues.length === 0 ? (
        <Suspense>
          <EmptyList filter={filter} />
        </Suspense>
      ) : (
        <div
          inert={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
        >
          <IssueTable list={list} filter={filter} selection={selection} />
        </div>
      )}
      {query.hasNextPage && !query.isPlaceholderData && (
        <EndOfLoaded list={list} found={found} held={selection.selected.length > 0} />
      )}
    </>
  )
}

/** The end of the list. It doesn't load more while rows are selected, because "all" would change its meaning. */
function EndOfLoaded({ list, found, held }: { list: IssueList; found: string; held: boolean }) {
  const end = useAutoLoad(list.query, held)
  return (
    <div ref={end} className="flex items-center justify-center gap-3 border-t border-line py-4">
      <span className="text-small text-ink-3">
        {formatCount(list.issues.length)} of {found}
      </span>
      <LoadMoreButton query={list.query} />
    </div>
  )
}
