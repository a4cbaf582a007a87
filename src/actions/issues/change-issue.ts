import type { IssuePatch } from '#contract/issue/change/patch.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { lockForChange } from '#storage/issue/change.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { Actor, ChangeDeps } from '../action-deps.ts'
import { assignIssues } from './assign-issues.ts'
import { summaryOf } from './read-issue.ts'
import { unknownIssue } from './require-issue.ts'
import { changeStatuses } from './status-change.ts'
import { writeIssues } from './write-issues.ts'

/** @returns the issue then; a merged one stands for its root. @throws not_found; invalid_request for an
 * assignee who is not a member, or a fix of an issue not resolved in a release. */
export async function changeIssue(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, patch, actor }: { issueId: string; patch: IssuePatch; actor: Actor },
): Promise<IssueSummary> {
  return writeIssues(deps, writer, async (scope, now) => {
    const [issue] = await lockForChange(scope, [issueId], now)
    if (!issue) throw unknownIssue()
    await changeStatuses(scope, [issue], {
      status: patch.status,
      resolvedInRelease: patch.resolved_in_release,
      fix: patch.fix,
      inNextRelease: patch.in_next_release,
      changeId: patch.change_id,
      actor,
      now,
    })
    if (patch.assignee_id !== undefined) {
      await assignIssues(scope, [issue], { assigneeId: patch.assignee_id, actor, now })
    }
    const changed = await summaryOf(scope, issue.uid, now)
    return { result: changed, updates: [{ issueUid: changed.id, projectUid: changed.project_id }] }
  })
}
