import type { QueryClient } from '@tanstack/react-query'

/** A comment, or one that is gone, shows among the comments and in the activity. */
export async function refreshComments(queryClient: QueryClient, issueId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['issue-comments', issueId] }),
    queryClient.invalidateQueries({ queryKey: ['issue-activity', issueId] }),
  ])
}
