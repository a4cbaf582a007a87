import { Button } from '../form/button.tsx'

interface LoadMoreButtonProps {
  query: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Loads the next page of a list; shown where there is one. */
export function LoadMoreButton({ query }: LoadMoreButtonProps) {
  return (
    <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
    </Button>
  )
}
