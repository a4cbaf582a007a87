import type { BulkChangeBody, BulkStatusChange } from '#contract/issue/change/bulk.ts'
import type { IssueStatus } from '#contract/vocabulary.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type IssueToChange, lockForChange } from '#storage/issue/change.ts'
import { findIssueKeys } from '#storage/issue/issue.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { ChangedBy } from '../changed-by.ts'
import { assignIssues } from './assign-issues.ts'
import { snoozeIssues } from './snooze.ts'
import { changeStatuses } from './status-change.ts'
import { undoChange } from './undo-change.ts'
import { updatesOf, writeIssues } from './write-issues.ts'

/** In one transaction. Unknown ids are skipped; a merged issue stands for its root. @returns how many
 * issues the ids named, changed or not; of an undo, how many it gave something back. @throws invalid_request
 * for an assignee who is not a member. */
export async function bulkChangeIssues(
  deps: ChangeDeps,
  writer: Writer,
  body: BulkChangeBody,
): Promise<number> {
  return writeIssues(deps, writer, async (scope, by) => {
    const issues = await lockForChange(scope, body.ids, by.now)
    const undone = await applyToAll(scope, issues, { body, by })
    const result = undone ?? (await findIssueKeys(scope, body.ids)).size
    return { result, updates: updatesOf(issues) }
  })
}

/** @returns how many issues an undo gave something back; nothing for another action */
async function applyToAll(
  scope: OrgScope,
  issues: IssueToChange[],
  { body, by }: { body: BulkChangeBody; by: ChangedBy },
): Promise<number | undefined> {
  switch (body.action) {
    case 'undo':
      return undoChange(scope, issues, { changeId: body.change_id, ...by })
    case 'assign':
      await assignIssues(scope, issues, { assigneeId: body.assignee_id, ...by })
      return undefined
    case 'snooze':
      await snoozeIssues(scope, issues, {
        mode: body.mode,
        until: body.until,
        changeId: body.change_id,
        ...by,
      })
      return undefined
    default:
      await changeStatuses(scope, issues, {
        status: statusOfAction(body.action),
        resolvedInRelease: 'resolved_in_release' in body ? body.resolved_in_release : undefined,
        changeId: body.change_id,
        ...by,
      })
      return undefined
  }
}

function statusOfAction(action: BulkStatusChange['action']): IssueStatus {
  switch (action) {
    case 'resolve':
      return 'resolved'
    case 'ignore':
      return 'ignored'
    case 'reopen':
      return 'unresolved'
    default:
      return action
  }
}
