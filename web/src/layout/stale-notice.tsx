import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { readinessQuery } from '../api/readiness.ts'
import { Ago } from '../components/display/time.tsx'
import { Button } from '../components/form/button.tsx'
import { useLiveState } from '../live/live-updates.ts'

/** A read that is on screen with what an earlier try brought. A 404 is an answer; the screen says that itself. */
function isStale(query: Query): boolean {
  const { status, error, dataUpdatedAt, fetchMeta } = query.state
  // A further page that did not come leaves those before it as good as they were; its button says so.
  if (fetchMeta?.fetchMore) return false
  const final = error instanceof ApiError && (error.status === 404 || error.status === 401)
  return (
    status === 'error' &&
    dataUpdatedAt > 0 &&
    !final &&
    query.isActive() &&
    query.queryKey[0] !== readinessQuery.queryKey[0]
  )
}

const stale = (queryClient: QueryClient): Query[] =>
  queryClient.getQueryCache().findAll({ predicate: isStale })

/** Since when the oldest of them is shown, epoch ms, and whether they are being read; as one value to compare. */
function stateOf(queryClient: QueryClient): string {
  const queries = stale(queryClient)
  if (queries.length === 0) return ''
  const since = Math.min(...queries.map(({ state }) => state.dataUpdatedAt))
  return `${since} ${queries.some(({ state }) => state.fetchStatus !== 'idle') ? 'reading' : ''}`
}

/** Says that a part of the page could not be read again, and how old it is. */
export function StaleNotice() {
  const queryClient = useQueryClient()
  const state = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () => stateOf(queryClient),
  )
  const offline = useLiveState() === 'offline'
  // The banner says as much then.
  if (state === '' || offline) return null
  const [since, reading] = state.split(' ')
  return (
    <p
      role="status"
      className="appear fixed bottom-4 left-4 z-30 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-card border border-line-2 bg-raised py-1 pr-1 pl-3.5 lifted"
    >
      <span>
        Couldn't refresh this page. Last updated <Ago at={new Date(Number(since)).toISOString()} />.
      </span>
      <Button
        size="small"
        disabled={reading === 'reading'}
        onClick={() => void queryClient.refetchQueries({ type: 'active', predicate: isStale })}
      >
        {reading === 'reading' ? 'Trying…' : 'Try again'}
      </Button>
    </p>
  )
}
