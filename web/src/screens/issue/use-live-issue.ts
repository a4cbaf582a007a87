import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import { type LiveMessage, onLiveMessage } from '../../live/live-updates.ts'
import type { ShownEvent } from './event/use-shown-event.ts'

const BETWEEN_READS_MS = 1000

/** Keeps the numbers and the state of an issue up to date; the event that is being read stays as it is. */
export function useLiveIssue(issueId: string, projectId: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = Date.now()
    const read = () => {
      timer = undefined
      readAt = Date.now()
      void queryClient.invalidateQueries({ queryKey: ['issue', issueId] })
      void queryClient.invalidateQueries({ queryKey: ['issue-activity', issueId] })
      void queryClient.invalidateQueries({ queryKey: ['issue-comments', issueId] })
      void queryClient.invalidateQueries({ queryKey: ['issue-merged', issueId] })
      void queryClient.invalidateQueries({ queryKey: ['issue-releases', issueId] })
      // With the facts, so that all numbers of the page are of one moment.
      void queryClient.invalidateQueries({ queryKey: ['timeline', issueId] })
    }
    const schedule = () => {
      timer ??= setTimeout(read, Math.max(50, readAt + BETWEEN_READS_MS - Date.now()))
    }
    const leave = onLiveMessage((message) => {
      if (concerns(message, issueId, projectId)) schedule()
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queryClient, issueId, projectId])
}

function concerns(message: LiveMessage, issueId: string, projectId: string | undefined): boolean {
  if (message.kind === 'again') return true
  if (message.kind === 'many') return message.project_id === projectId
  return message.kind === 'issue' && message.issue_id === issueId
}

/** How many events were stored since the shown one was opened. */
export function useNewEvents(issue: IssueSummary | undefined, shown: ShownEvent): number {
  const id = shown.event?.id
  const [opened, setOpened] = useState<{ id: string; stored: number }>()
  const stored = issue?.stored_event_count
  if (id !== undefined && shown.total !== undefined && opened?.id !== id) {
    setOpened({ id, stored: shown.total })
  }
  if (stored === undefined || opened?.id !== id || !opened) return 0
  return Math.max(0, stored - opened.stored)
}
