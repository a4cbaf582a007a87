import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { issueKeys } from '../../api/issue-keys.ts'
import {
  attemptsQuery,
  latestIssueQuery,
  projectQuery,
  sendTestEvent,
} from '../../api/project/project-settings.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import { groupAttempts } from './attempt-groups.ts'

/** A project's events so far, kept current while the screen is open. */
export function useFirstEvent(projectId: string) {
  const { data: issue, isError } = useQuery(latestIssueQuery(projectId))
  const { data: attempts } = useQuery(attemptsQuery(projectId))
  const test = useMutation({ mutationFn: () => sendTestEvent(projectId) })
  const before = useRef<string | null>(undefined)
  if (before.current === undefined && issue !== undefined) before.current = issue?.last_seen_at ?? null
  // Events in the first answer are old; later ones have just arrived.
  const arrived = issue != null && issue.last_seen_at !== before.current
  useForgetEmptiness(projectId, issue != null)
  return {
    issue: issue ?? null,
    loaded: issue !== undefined,
    arrived,
    groups: groupAttempts(attempts ?? [], issue?.last_seen_at),
    offline: isError,
    test,
  }
}

/** Elsewhere the project was remembered as one without events. */
function useForgetEmptiness(projectId: string, hasEvents: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!hasEvents) return
    const keys = [issueKeys.lists, issueKeys.counts, projectsQuery.queryKey, projectQuery(projectId).queryKey]
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }, [projectId, hasEvents, queryClient])
}
