import type { QueryClient } from '@tanstack/react-query'
import { issueKeys } from '../../../api/issue-keys.ts'

/** A comment, or one that is gone, shows among the comments and in the activity. */
export async function refreshComments(queryClient: QueryClient, issueId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: issueKeys.live(issueId, 'comments') }),
    queryClient.invalidateQueries({ queryKey: issueKeys.live(issueId, 'activity') }),
  ])
}
