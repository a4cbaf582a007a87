import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { issuesOf, latestIssuesOf } from './completion.ts'

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
export function countUnassigned(scope: OrgScope, projectId: number | null, most: number): Promise<number> {
  return countRows(
    scope,
    latestIssuesOf(scope, projectId, most).select('id').where('assignee_id', 'is', null),
  )
}
