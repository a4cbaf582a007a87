import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { eventAtQuery } from '../../api/events.ts'

/**
 * The event at a position of an issue, 1 being the newest. Its neighbours are fetched ahead, so that stepping
 * through events does not wait.
 */
export function useEventAt(issueId: string, position: number) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const query = useQuery({
    ...eventAtQuery(issueId, position),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === issueId ? previous : undefined,
  })
  const total = query.data?.total
  const settled = query.isSuccess && !query.isPlaceholderData
  useEffect(() => {
    if (!settled || total === undefined) return
    for (const next of [position + 1, position - 1]) {
      if (next >= 1 && next <= total) void queryClient.prefetchQuery(eventAtQuery(issueId, next))
    }
  }, [settled, total, position, issueId, queryClient])
  const goTo = (next: number) => {
    const bounded = Math.max(1, Math.min(next, total ?? 1))
    void navigate({
      search: (current) => ({ ...current, at: bounded === 1 ? undefined : bounded }),
      replace: true,
      resetScroll: false,
    })
  }
  return { query, event: query.data?.events[0], total, position, goTo }
}

export type ShownEvent = ReturnType<typeof useEventAt>
