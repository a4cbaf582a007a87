import { useQuery } from '@tanstack/react-query'
import { eventAtQuery } from '../../../api/event-at.ts'
import { eventQuery } from '../../../api/events.ts'
import type { EventDetail, IssueEvent } from '../../../api/wire.ts'

export type Which = (typeof WHICH)[number]['value']

/** The events that one can be compared with, by their place. */
export const WHICH = [
  { value: 'newest', label: 'Newest event', isThere: hasNewer },
  { value: 'newer', label: 'Next newer event', isThere: hasNewer },
  { value: 'older', label: 'Next older event', isThere: hasOlder },
  { value: 'oldest', label: 'Oldest event', isThere: hasOlder },
] as const

function hasNewer(event: EventDetail): boolean {
  return event.newer_event_id !== null
}

function hasOlder(event: EventDetail): boolean {
  return event.older_event_id !== null
}

/** Reads the other event with all that was sent with it. */
export function useOtherEvent(event: EventDetail, which: Which) {
  const neighbour = which === 'newer' ? event.newer_event_id : which === 'older' ? event.older_event_id : null
  const place = which === 'oldest' ? event.total - 1 : 0
  const end = useQuery({ ...eventAtQuery(event.issue_id, place), enabled: neighbour === null })
  const id = neighbour ?? end.data?.events[0]?.id
  const detail = useQuery({ ...eventQuery(id ?? ''), enabled: id !== undefined })
  const data: IssueEvent | undefined = detail.data
  const failed = neighbour === null && end.error ? end : detail
  return { data, error: failed.error, refetch: failed.refetch }
}
