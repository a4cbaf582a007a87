import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** `ready` false: the server answers, but says of itself that it can't work fully. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => {
    try {
      return { ready: (await fetch('/readyz', { signal })).ok }
    } catch (error) {
      if (signal.aborted) throw error
      throw new ApiError(0, { error: 'unreachable', message: 'The server is unreachable.' })
    }
  },
  refetchInterval: 60_000,
  retry: false,
})
