import { useEffect, useRef } from 'react'
import { Button } from '../form/button.tsx'

export interface NextPage {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

interface LoadMoreButtonProps {
  query: NextPage
  action?: string
}

/** Loads the next page of a list; shown if there is one. Says when that failed. */
export function LoadMoreButton({ query, action = 'Load more' }: LoadMoreButtonProps) {
  const failed = query.isFetchNextPageError && !query.isFetchingNextPage
  return (
    <span className="inline-flex items-center gap-3">
      <span role="status" className="text-small text-error">
        {failed && "Couldn't load more."}
      </span>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading…' : failed ? 'Try again' : action}
      </Button>
    </span>
  )
}

/** How far ahead of the end the next page is asked for. */
const AHEAD = '0px 0px 800px'

/**
 * Loads the next page as soon as the end of the list comes near, one at a time; not again by itself after one that
 * failed, for which there is the button.
 *
 * @param held nothing is loaded by itself, because the list has to stay as it is
 * @returns what goes on the element at the end of the list
 */
export function useAutoLoad(query: NextPage, held: boolean) {
  const end = useRef<HTMLDivElement>(null)
  const { fetchNextPage } = query
  const ready = !held && !query.isFetchingNextPage && !query.isFetchNextPageError
  useEffect(() => {
    if (!ready || !end.current) return
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: AHEAD },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [ready, fetchNextPage])
  return end
}
