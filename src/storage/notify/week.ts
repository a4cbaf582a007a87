import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'

export interface WeekNumbers {
  organization: string
  newIssues: number
  regressions: number
  assigned: number
}

export async function countWeek(scope: OrgScope, userId: string, since: number): Promise<WeekNumbers> {
  const { db, orgId } = scope
  const org = await db.selectFrom('org').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const issues = db
    .selectFrom('issue')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('merge_parent_id', 'is', null)
    .where(isOfShownProject(scope, 'issue.project_id'))
  const created = await issues
    .where('last_seen_at', '>=', since)
    .where('first_seen_at', '>=', since)
    .executeTakeFirstOrThrow()
  const assigned = await issues
    .where('assignee_id', '=', userId)
    .where('status', 'in', [sql.lit('unresolved' as const), sql.lit('regression' as const)])
    .executeTakeFirstOrThrow()
  const regressions = await db
    .selectFrom('alert')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('fired_at', '>=', since)
    .where('kind', '=', 'regression')
    .where(isOfShownProject(scope, 'alert.project_id'))
    .executeTakeFirstOrThrow()
  return {
    organization: org.name,
    newIssues: Number(created.count),
    assigned: Number(assigned.count),
    regressions: Number(regressions.count),
  }
}
