import type { IssueSummary } from '#contract/issue.ts'
import type { SnoozeMode } from '#contract/vocabulary.ts'
import { claimIssues } from '#storage/issue-change.ts'
import { summaryOf } from './read-issue.ts'
import { unknownIssue } from './require-issue.ts'
import { snoozeIssues } from './snooze-issues.ts'
import { type Actor, type ChangeDeps, inOrg, type Org } from './triage-deps.ts'

/**
 * Begins a snooze hold, in place of one that may be active; the status stays. An issue that is merged stands
 * for the one it is merged into. Returns the issue as it is then.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function snoozeIssue(
  deps: ChangeDeps,
  org: Org,
  { issueId, mode, actor }: { issueId: string; mode: SnoozeMode; actor: Actor },
): Promise<IssueSummary> {
  const snoozed = await inOrg(deps, org, async (scope) => {
    const now = deps.clock()
    const [issue] = await claimIssues(scope, [issueId], now)
    if (!issue) throw unknownIssue()
    await snoozeIssues(scope, [issue], { mode, actor, now })
    return summaryOf(scope, issue.uid, now)
  })
  const { id: issueUid, project_id: projectUid } = snoozed
  deps.live.issuesChanged(org.orgId, [{ issueUid, projectUid, change: 'changed' }])
  return snoozed
}
