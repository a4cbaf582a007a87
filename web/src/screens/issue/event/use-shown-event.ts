import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { eventAtQuery, latestEventQuery } from '../../../api/event-at.ts'
import { eventQuery } from '../../../api/events.ts'
import type { EventDetail } from '../../../api/wire.ts'

/**
 * The event that is shown: the one the URL names, else the newest stored one. Its neighbours are fetched ahead,
 * so that stepping through events does not wait.
 */
export function useShownEvent(issueId: string, eventId: string | undefined) {
  const newest = useQuery({ ...latestEventQuery(issueId), enabled: eventId === undefined })
  const detail = useQuery({
    ...eventQuery(eventId ?? ''),
    enabled: eventId !== undefined,
    // While the next event loads, the present one stays; never one of another issue.
    placeholderData: (previous) => (previous?.issue_id === issueId ? previous : undefined),
  })
  const query = eventId === undefined ? newest : detail
  const known = query.data ?? undefined
  usePrefetchedNeighbours(known)
  // An event of a merged issue has its place among those of its parent, which are not the ones listed here.
  const counted = known && known.issue_id === issueId
  return {
    query,
    event: known,
    position: counted || !known ? (known?.position ?? 1) : undefined,
    total: counted ? known.total : undefined,
    grouping: known?.grouping ?? null,
    belongsTo: known?.belongs_to,
    waiting: eventId !== undefined && detail.isPlaceholderData,
    steps: useSteps(issueId, counted ? known : undefined),
    showNewest: useShowNewest(issueId),
  }
}

export type ShownEvent = ReturnType<typeof useShownEvent>

function usePrefetchedNeighbours(event: EventDetail | undefined): void {
  const queryClient = useQueryClient()
  const older = event?.older_event_id
  const newer = event?.newer_event_id
  useEffect(() => {
    for (const id of [older, newer]) if (id) void queryClient.prefetchQuery(eventQuery(id))
  }, [older, newer, queryClient])
}

/** Reads which event is the newest now, and shows it. */
function useShowNewest(issueId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/issues/$issueId' })
  return async () => {
    await queryClient.fetchQuery({ ...latestEventQuery(issueId), staleTime: 0 })
    await navigate({
      search: (current) => ({ ...current, event: undefined }),
      replace: true,
      resetScroll: false,
    })
  }
}

/** Where one can go from an event; `undefined` if there is nothing. */
function useSteps(issueId: string, event: EventDetail | undefined) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const goTo = (id: string | undefined) =>
    void navigate({
      search: (current) => ({ ...current, event: id }),
      replace: true,
      resetScroll: false,
    })
  const goToOldest = async (total: number) => {
    const page = await queryClient.fetchQuery(eventAtQuery(issueId, total - 1)).catch(() => undefined)
    if (page?.events[0]) goTo(page.events[0].id)
  }
  const { newer_event_id: newer, older_event_id: older, total } = event ?? {}
  return {
    newest: newer ? () => goTo(undefined) : undefined,
    newer: newer ? () => goTo(newer) : undefined,
    older: older ? () => goTo(older) : undefined,
    oldest: older && total ? () => void goToOldest(total) : undefined,
  }
}
