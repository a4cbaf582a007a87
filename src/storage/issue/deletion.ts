import type { OrgScope } from '../engine/scope.ts'
import { forgetInDeadLetters } from '../event/dead-letter.ts'
import { deleteFeedback, moveFeedback } from '../event/feedback.ts'
import { subtractIssues } from '../project/project-hour.ts'
import { subtractFromReleases } from '../release/count.ts'
import { lockFamilies, refreshFamily } from './family.ts'
import { NO_HOLD_COLUMNS } from './state.ts'

/**
 * Deletes an issue, all merged into it and dependent rows, feedback too; a root's numbers adjust.
 * Run in a transaction. The next event of its fingerprint begins a new issue.
 */
export async function deleteIssue(scope: OrgScope, issueId: number, now: number): Promise<void> {
  const { ids, rootId, projectId } = await lockMembers(scope, issueId)
  if (projectId === null) return
  await subtractIssues(scope, projectId, ids)
  await subtractFromReleases(scope, projectId, ids)
  await deleteFeedback(scope, { projectId, issueIds: ids })
  await forgetInDeadLetters(scope, ids)
  await scope.db.deleteFrom('issue').where('org_id', '=', scope.orgId).where('id', 'in', ids).execute()
  if (rootId !== null) await refreshFamily(scope, rootId, now)
}

/** Hides an issue's family by moving it to a deleted project, whose rows go in steps. In a transaction. */
export async function hideIssue(
  scope: OrgScope,
  issueId: number,
  { deletedProjectId, now }: { deletedProjectId: number; now: number },
): Promise<void> {
  const { ids, rootId, projectId } = await lockMembers(scope, issueId)
  if (projectId === null || projectId === deletedProjectId) return
  await subtractIssues(scope, projectId, ids)
  await subtractFromReleases(scope, projectId, ids)
  await moveFeedback(scope, { projectId, issueIds: ids }, deletedProjectId)
  await forgetInDeadLetters(scope, ids)
  for (const table of ['issue_fingerprint', 'issue_preview', 'alert'] as const) {
    await scope.db.deleteFrom(table).where('org_id', '=', scope.orgId).where('issue_id', 'in', ids).execute()
  }
  await scope.db
    .updateTable('issue')
    .set({
      project_id: deletedProjectId,
      assignee_id: null,
      ...NO_HOLD_COLUMNS,
      updated_at: now,
    })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
  if (rootId === null) return
  await scope.db
    .updateTable('issue')
    .set({ merge_parent_id: null })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issueId)
    .execute()
  await refreshFamily(scope, rootId, now)
}

interface Members {
  ids: number[]
  rootId: number | null
  projectId: number | null
}

async function lockMembers(scope: OrgScope, issueId: number): Promise<Members> {
  const family = await lockFamilies(scope, [issueId])
  const members = family.filter(({ id, merge_parent_id }) => id === issueId || merge_parent_id === issueId)
  const issue = family.find(({ id }) => id === issueId)
  return {
    ids: members.map(({ id }) => id),
    rootId: issue?.merge_parent_id ?? null,
    projectId: issue?.project_id ?? null,
  }
}
