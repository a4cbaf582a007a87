import { lazy, Suspense } from 'react'
import type { IssueFilter } from '../../api/issues.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/states.tsx'
import { formatCount, plural } from '../../format/number.ts'
import { IssueTable } from './issue-table.tsx'
import { IssueTableSkeleton } from './issue-table-skeleton.tsx'
import type { IssueList } from './use-issue-list.ts'
import type { Selection } from './use-selection.ts'

interface IssueResultsProps {
  list: IssueList
  filter: IssueFilter
  selection: Selection
}

const EmptyList = lazy(() => import('./empty-list.tsx').then((module) => ({ default: module.EmptyList })))

/** Whatever the search has come to: rows, nothing, not yet, or an error. */
export function IssueResults({ list, filter, selection }: IssueResultsProps) {
  const { query, issues, total, capped } = list
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
      {issues.length === 0 ? (
        <Suspense>
          <EmptyList filter={filter} />
        </Suspense>
      ) : (
        <div className={query.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <IssueTable list={list} filter={filter} selection={selection} />
        </div>
      )}
      {query.hasNextPage && (
        <div className="flex items-center justify-center gap-3 border-t border-line py-4">
          <span className="text-small text-ink-3">
            {formatCount(issues.length)} of {found}
          </span>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  )
}
