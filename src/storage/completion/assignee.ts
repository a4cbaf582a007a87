import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'

export async function countByAssignee(
  scope: OrgScope,
  projectId: number | null,
): Promise<Map<string, number>> {
  const rows = await issuesOf(scope, projectId)
    .select((eb) => [eb.ref('assignee_id').$notNull().as('userId'), eb.fn.countAll<number>().as('count')])
    .where('assignee_id', 'is not', null)
    .groupBy('assignee_id')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/** Issues of nobody, at most `most`. */
export async function countUnassigned(
  scope: OrgScope,
  projectId: number | null,
  most: number,
): Promise<number> {
  const latest = issuesOf(scope, projectId)
    .select('id')
    .where('assignee_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  const { count } = await scope.db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function issuesOf(scope: OrgScope, projectId: number | null) {
  const issues = scope.db
    .selectFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
  return projectId === null
    ? issues.where(isOfShownProject(scope, 'issue.project_id'))
    : issues.where('project_id', '=', projectId)
}
