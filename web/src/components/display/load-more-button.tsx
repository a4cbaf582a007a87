import { Button } from '../form/button.tsx'

export interface NextPage {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list; shown where there is one. Says when that failed. */
export function LoadMoreButton({ query }: { query: NextPage }) {
  const failed = query.isFetchNextPageError && !query.isFetchingNextPage
  return (
    <span className="inline-flex items-center gap-3">
      <span role="status" className="text-small text-error">
        {failed && "Couldn't load more."}
      </span>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading…' : failed ? 'Try again' : 'Load more'}
      </Button>
    </span>
  )
}
