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
export async function countUnassigned(
  scope: OrgScope,
  projectId: number | null,
  most: number,
): Promise<number> {
  const latest = latestIssuesOf(scope, projectId, most).select('id').where('assignee_id', 'is', null)
  const { count } = await scope.db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
