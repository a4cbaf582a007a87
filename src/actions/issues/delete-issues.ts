import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { deleteIssue, hideIssue } from '#storage/issue/deletion.ts'
import { findIssues, type IssueRow } from '#storage/issue/issue.ts'
import { addDeletedProject } from '#storage/project/deletion.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { updatesOf, writeIssues } from './write-issues.ts'

/** Issues with more events than that, together, are hidden, and their rows go later: the pipeline is not kept waiting. */
const EVENTS_AT_ONCE = 2_000
const ISSUES_PER_STEP = 25

/** With merged issues, all events and their feedback. Unknown ids are skipped. Gone at once for everybody;
 * rows of large ones go later (`sweepDeleted`). @returns how many issues the ids named. */
export async function deleteIssues(
  deps: ChangeDeps,
  writer: Writer,
  ids: readonly string[],
): Promise<number> {
  const issues = await findIssues(deps.database.scope(writer), ids)
  const events = issues.reduce((sum, { event_count }) => sum + event_count, 0)
  for (const step of slicesOf(issues, ISSUES_PER_STEP)) {
    await writeIssues(deps, writer, async (scope, { now }) => {
      await (events > EVENTS_AT_ONCE ? hideAll(scope, step, now) : deleteAll(scope, step, now))
      const updates = updatesOf(step).map((update) => ({ ...update, change: 'deleted' as const }))
      return { result: undefined, updates }
    })
  }
  return issues.length
}

async function deleteAll(scope: OrgScope, issues: readonly IssueRow[], now: number): Promise<void> {
  for (const { id } of issues) await deleteIssue(scope, id, now)
}

async function hideAll(scope: OrgScope, issues: readonly IssueRow[], now: number): Promise<void> {
  const deletedProjectId = await addDeletedProject(scope, now)
  for (const { id } of issues) await hideIssue(scope, id, { deletedProjectId, now })
}
