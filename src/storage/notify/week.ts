import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import { isSnoozed } from '../search/condition.ts'

const WEEK_MS = 7 * DAY_MS

export interface WeekNumbers {
  organization: string
  newIssues: number
  regressions: number
  assigned: number
}

/** Numbers as the dashboard has them: a snoozed issue isn't open. */
export async function countWeek(scope: OrgScope, userId: string, now: number): Promise<WeekNumbers> {
  const { db, orgId } = scope
  const since = now - WEEK_MS
  const org = await db.selectFrom('org').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const issues = db
    .selectFrom('issue')
    .select('id')
    .where('org_id', '=', orgId)
    .where('merge_parent_id', 'is', null)
    .where(isOfShownProject(scope, 'issue.project_id'))
  const created = issues.where('last_seen_at', '>=', since).where('first_seen_at', '>=', since)
  const assigned = issues
    .where('assignee_id', '=', userId)
    .where('status', 'in', [sql.lit('unresolved' as const), sql.lit('regression' as const)])
    .where((eb) => eb.not(isSnoozed(now)))
  const regressions = db
    .selectFrom('alert')
    .select('id')
    .where('org_id', '=', orgId)
    .where('fired_at', '>=', since)
    .where('kind', '=', 'regression')
    .where(isOfShownProject(scope, 'alert.project_id'))
  return {
    organization: org.name,
    newIssues: await countRows(scope, created),
    assigned: await countRows(scope, assigned),
    regressions: await countRows(scope, regressions),
  }
}
