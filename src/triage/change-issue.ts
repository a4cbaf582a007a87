import { ServiceError } from '#contract/errors.ts'
import type { IssuePatch, IssueSummary } from '#contract/issue.ts'
import { claimIssues } from '#storage/issue-change.ts'
import { summaryOf } from './read-issue.ts'
import { applyStatusChange, newestReleases } from './status-change.ts'
import { type Actor, type ChangeDeps, inOrg, type Org } from './triage-deps.ts'

/**
 * Changes the status of an issue, the release it is resolved in, or both, and returns it as it is then.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function changeIssue(
  deps: ChangeDeps,
  org: Org,
  { issueId, patch, actor }: { issueId: string; patch: IssuePatch; actor: Actor },
): Promise<IssueSummary> {
  const changed = await inOrg(deps, org, async (scope) => {
    const now = deps.clock()
    const [issue] = await claimIssues(scope, [issueId], now)
    if (!issue) throw new ServiceError('not_found', 'There is no issue with this id.')
    const releases = patch.status === 'resolved' ? await newestReleases(scope, [issue.project_id]) : new Map()
    const request = { status: patch.status, resolvedInRelease: patch.resolved_in_release }
    await applyStatusChange(scope, issue, {
      request,
      context: { actor, now, newestReleases: releases },
    })
    return summaryOf(scope, issueId, now)
  })
  const { id: issueUid, project_id: projectUid } = changed
  deps.live.issuesChanged(org.orgId, [{ issueUid, projectUid, change: 'changed' }])
  return changed
}
