import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/account/session.ts'
import { ApiError } from '../api/client.ts'
import { checkConnection } from '../live/live-updates.ts'

const RETRIES = 2

// A form knows that it is being sent before the second press of a double click arrives.
notifyManager.setScheduler(queueMicrotask)

/** Answers of the server's own judgement are final; only a broken connection or a 5xx is worth another try. */
function shouldRetry(failures: number, error: unknown): boolean {
  const final = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !final && failures < RETRIES
}

const WITHOUT_SESSION = ['unauthenticated', 'two_factor_setup_required']

/**
 * @param onSessionEnd called when a read or a write is refused because the session is over, or opens nothing; not for the question who is signed in when it
 *   has never been answered, since the router asks that one itself and knows where to go
 */
export function createQueryClient(onSessionEnd: (code: string) => void): QueryClient {
  const check = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (WITHOUT_SESSION.includes(error.code)) onSessionEnd(error.code)
    if (error.status === 0) checkConnection()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] === sessionQuery.queryKey[0] && query.state.data === undefined) return
        check(error)
      },
    }),
    mutationCache: new MutationCache({ onError: check }),
    defaultOptions: {
      // Whether the server can be reached is found out by asking it: what waited for the browser's word would
      // neither fail nor say so.
      queries: { networkMode: 'always', retry: shouldRetry, gcTime: 10 * 60_000, refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
}
