import type { MovePlan, RelatedIssue } from '#domain/issue/merge-plan.ts'
import { beginRuleStates, mergeRuleStates } from '#storage/alert/rule-state.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity, type NewActivity } from '#storage/issue/activity.ts'
import { type LockedIssue, moveIssues, refreshFamily } from '#storage/issue/family.ts'
import { activityBy, type ChangedBy } from '../../changed-by.ts'
import type { IssueUpdate } from '../../live/live-updates.ts'
import { updatesOf } from '../write-issues.ts'

export interface Move extends ChangedBy {
  kind: 'merged' | 'split'
  plan: MovePlan
  /** Every issue that the plan names, locked. */
  issues: readonly LockedIssue[]
}

/** Recalculates every family that changes; each moved issue and the root get an activity line.
 * @returns the issues that show something else than before. */
export async function carryOutMove(scope: OrgScope, move: Move): Promise<IssueUpdate[]> {
  const { kind, plan, issues, now } = move
  const { rootId, moved, left } = plan
  if (moved.length === 0) return []
  await moveIssues(scope, moved, { rootId: kind === 'merged' ? rootId : null, now })
  if (kind === 'merged') await mergeRuleStates(scope, moved, rootId)
  else await beginRuleStates(scope, moved, now)
  // The root comes last: it is summed up from the rows of those that moved into it.
  for (const id of [...left, rootId]) await refreshFamily(scope, id, now)
  await insertActivity(scope, linesOf(move))
  const changed = new Set([...moved, ...left, rootId])
  return updatesOf(issues.filter(({ id }) => changed.has(id)))
}

function linesOf({ kind, plan, issues, ...by }: Move): NewActivity[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  const root = byId.get(plan.rootId)!
  const line = (issueId: number, other: 'parent' | 'child', { uid, title }: LockedIssue): NewActivity => ({
    issue_id: issueId,
    ...activityBy(by),
    kind,
    details: JSON.stringify({ other, issue_id: uid, title }),
  })
  return plan.moved.flatMap((id) => [line(root.id, 'child', byId.get(id)!), line(id, 'parent', root)])
}

export function relatedIssue({ id, uid, project_id, merge_parent_id }: LockedIssue): RelatedIssue {
  return { id, uid, projectId: project_id, parentId: merge_parent_id }
}
