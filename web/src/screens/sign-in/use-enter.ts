import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { returnPath } from '#contract/return-path.ts'
import { sessionQuery } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'

const NOT_KEPT =
  'Your browser did not keep the session. Open the dashboard at its https address, and allow cookies for it.'

/** Into the app once the session is there: to the page the reader wanted, or to the issues. */
export function useEnter(): (back?: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (back) => {
    // A browser drops the cookie of an https address over http, and the form would come back empty.
    if (await isRefused(queryClient)) throw new Error(NOT_KEPT)
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    // Nothing another account may have seen stays in memory.
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    // Judged if it is used: the router hands on more of the URL than its routes let through.
    const href = returnPath(back, window.location.origin) ?? '/issues'
    await router.navigate({ href, replace: true })
  }
}

function isRefused(queryClient: QueryClient): Promise<boolean> {
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  return queryClient.fetchQuery(sessionQuery).then(
    () => false,
    (error) => error instanceof ApiError && error.status === 401,
  )
}
