import type { ReactNode } from 'react'
import { ErrorState, LoadingNote, Skeleton } from '../states.tsx'
import { LoadMoreButton, type NextPage } from './load-more-button.tsx'

interface ListQuery {
  error: Error | null
  refetch: () => Promise<unknown>
}

interface PagedQuery extends ListQuery, NextPage {
  hasNextPage: boolean
}

interface LoadedListProps<T> {
  query: ListQuery | PagedQuery
  /** Undefined until the first answer. */
  rows: T[] | undefined
  /** As in “Loading what”. */
  what: string
  empty: ReactNode
  children: (rows: T[]) => ReactNode
}

/** A list with all it can be instead: on its way, failed, empty; and its next page. */
export function LoadedList<T>({ query, rows, what, empty, children }: LoadedListProps<T>) {
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!rows) {
    return (
      <>
        <LoadingNote what={what} />
        <SkeletonRows />
      </>
    )
  }
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {'hasNextPage' in query && query.hasNextPage && (
        <div className="flex justify-center border-t border-line py-4">
          <LoadMoreButton query={query} />
        </div>
      )}
    </>
  )
}

const ROWS = ['first', 'second', 'third']

/** The shape of a list before its first answer. */
function SkeletonRows() {
  return (
    <div className="appear-late grid gap-3 pt-4">
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  )
}
