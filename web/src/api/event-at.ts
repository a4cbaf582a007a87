import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import { issueKeys } from './issue-keys.ts'
import type { EventPage } from './wire.ts'

/** One event of an issue by its place, 0 being the newest stored one. */
export function eventAtQuery(issueId: string, offset: number) {
  return queryOptions({
    queryKey: issueKeys.still(issueId, 'event-at', offset),
    queryFn: ({ signal }) =>
      request<EventPage>('GET', `/api/v1/issues/${issueId}/events?limit=1&offset=${offset}`, { signal }),
    staleTime: 15_000,
    // The event that is being read is not replaced by a newer one unasked.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
