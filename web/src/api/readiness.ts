import { queryOptions } from '@tanstack/react-query'

/** `ready` false: the server answers, but says of itself that it can't work fully. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => ({ ready: (await fetch('/readyz', { signal })).ok }),
  refetchInterval: 60_000,
  retry: false,
})
