import { queryOptions } from '@tanstack/react-query'
import { ApiError, request } from './client.ts'
import { eventQuery } from './events.ts'
import { issueKeys } from './issue-keys.ts'
import type { EventDetail, EventPage } from './wire.ts'

/** The newest stored event of an issue with its place; null if none is stored. */
export function latestEventQuery(issueId: string) {
  return queryOptions({
    queryKey: issueKeys.still(issueId, 'event-at', 'latest'),
    queryFn: async ({ signal, client }) => {
      const path = `/api/v1/issues/${issueId}/events/latest`
      const event = await request<EventDetail>('GET', path, { signal }).catch(nullIfNone)
      // Its own address leads to the same: it is not asked for twice.
      if (event) client.setQueryData(eventQuery(event.id).queryKey, event)
      return event
    },
    staleTime: 15_000,
    // The event that is being read is not replaced by a newer one unasked.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function nullIfNone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

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
