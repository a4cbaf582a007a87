import { queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { EventPage, Feedback } from './types.ts'

export const EVENTS_PER_PAGE = 50

/** One event of an issue by its position, 1 being the newest stored one. */
export function eventAtQuery(issueId: string, position: number) {
  return queryOptions({
    queryKey: ['event-at', issueId, position],
    queryFn: ({ signal }) =>
      request<EventPage>('GET', `/api/v1/issues/${issueId}/events?limit=1&offset=${position - 1}`, {
        signal,
      }),
    staleTime: 15_000,
  })
}

/** One page of an issue's events, newest first; `page` counts from 0. */
export function eventsQuery(issueId: string, page: number, release?: string) {
  return queryOptions({
    queryKey: ['events', issueId, page, release],
    queryFn: ({ signal }) => {
      const query = queryString({ limit: EVENTS_PER_PAGE, offset: page * EVENTS_PER_PAGE, release })
      return request<EventPage>('GET', `/api/v1/issues/${issueId}/events${query}`, { signal })
    },
    staleTime: 15_000,
  })
}

export function feedbackQuery(eventId: string) {
  return queryOptions({
    queryKey: ['feedback', eventId],
    queryFn: ({ signal }) =>
      request<{ feedback: Feedback[] }>('GET', `/api/v1/events/${eventId}/feedback`, { signal }),
    staleTime: 30_000,
  })
}
