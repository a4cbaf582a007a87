import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './client.ts'

export interface Readiness {
  /** `unavailable`: the server answers, but can't work fully; `degraded`: it can, if late. */
  status: 'ok' | 'degraded' | 'unavailable'
  problems?: { message: string }[]
}

/** What the server says of itself. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => {
    try {
      const answer = await fetch('/readyz', { signal })
      return (await answer.json()) as Readiness
    } catch (error) {
      if (signal.aborted) throw error
      throw new ApiError(0, { error: 'unreachable', message: 'The server is unreachable.' })
    }
  },
  refetchInterval: 60_000,
  retry: false,
})
