import type { QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { deleteIssues } from '../api/issue.ts'
import { issueKeys } from '../api/issue-keys.ts'
import type { IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/overlay/toast.ts'
import { formatCount, plural } from '../format/number.ts'
import { dropIssues } from './issue-cache.ts'

/**
 * Deletes issues, as many at once as the server takes, and takes them out of every list as it goes.
 * @throws ApiError where the server refuses; what was deleted before stays deleted
 */
export async function deleteForGood(
  queryClient: QueryClient,
  issues: readonly IssueSummary[],
): Promise<void> {
  let toast: number | undefined
  try {
    for (let at = 0; at < issues.length; at += LIMITS.bulkIssues) {
      const ids = issues.slice(at, at + LIMITS.bulkIssues).map(({ id }) => id)
      if (issues.length > LIMITS.bulkIssues) {
        const text = `Deleting ${formatCount(at)} of ${plural(issues.length, 'issue')}…`
        toast = showToast({ kind: 'busy', text }, toast)
      }
      await deleteIssues(ids)
      dropIssues(queryClient, new Set(ids))
      for (const id of ids) queryClient.removeQueries({ queryKey: issueKeys.one(id), type: 'inactive' })
    }
    showToast({ kind: 'done', text: `${plural(issues.length, 'issue')} deleted` })
  } catch (error) {
    showToast({ kind: 'failed', text: 'Not all issues were deleted' })
    throw error
  } finally {
    for (const queryKey of [issueKeys.lists, issueKeys.counts])
      void queryClient.invalidateQueries({ queryKey })
  }
}
