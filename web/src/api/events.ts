import { queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import { issueKeys, keepOfIssue } from './issue-keys.ts'
import type { EventDetail, EventPage } from './wire.ts'

export const EVENTS_PER_PAGE = 50

export const EVENT_KEY = ['event'] as const

/** One event with its place among those of its issue, and why it is there. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: [...EVENT_KEY, id],
    queryFn: ({ signal }) => request<EventDetail>('GET', `/api/v1/events/${id}`, { signal }),
    staleTime: 15_000,
  })
}

/** One page of an issue's events, newest first, of one release or of all; `page` counts from 0. */
export function eventsQuery(
  issueId: string,
  { page, release }: { page: number; release?: string | undefined },
) {
  return queryOptions({
    queryKey: issueKeys.still(issueId, 'events', page, release),
    queryFn: ({ signal }) => {
      const query = queryString({ limit: EVENTS_PER_PAGE, offset: page * EVENTS_PER_PAGE, release })
      return request<EventPage>('GET', `/api/v1/issues/${issueId}/events${query}`, { signal })
    },
    placeholderData: keepOfIssue(issueId),
    staleTime: 15_000,
  })
}
