import type { IssuePatch } from '#contract/issue/change/patch.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { assignIssues } from './assign-issues.ts'
import { summaryOf } from './read-issue.ts'
import { changeStatuses } from './status-change.ts'
import { onIssue, writeIssues } from './write-issues.ts'

/** @returns the issue then; a merged one stands for its root. @throws not_found; invalid_request for an
 * assignee who is not a member, or a fix of an issue not resolved in a release. */
export async function changeIssue(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, patch }: { issueId: string; patch: IssuePatch },
): Promise<IssueSummary> {
  const work = onIssue(issueId, async (scope, issue, by) => {
    await changeStatuses(scope, [issue], {
      status: patch.status,
      resolvedInRelease: patch.resolved_in_release,
      fix: patch.fix,
      inNextRelease: patch.in_next_release,
      changeId: patch.change_id,
      ...by,
    })
    if (patch.assignee_id !== undefined) {
      await assignIssues(scope, [issue], { assigneeId: patch.assignee_id, ...by })
    }
    return summaryOf(scope, issue.uid, by.now)
  })
  return writeIssues(deps, writer, work)
}
