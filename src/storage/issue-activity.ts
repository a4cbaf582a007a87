import type { Insertable } from 'kysely'
import type { IssueActivityTable } from './schema.ts'
import type { OrgScope } from './scope.ts'

/** One line of an issue's history as it is stored; `details` is JSON text. */
export interface ActivityRow {
  id: number
  at: number
  actor_kind: string
  actor_id: string | null
  /** Name and e-mail of the actor where it is a user that still exists. */
  actor_name: string | null
  actor_email: string | null
  kind: string
  details: string
}

/** A line to add; ids are row keys, `at` epoch ms. */
export type NewActivity = Omit<Insertable<IssueActivityTable>, 'id' | 'org_id'>

/** Adds lines to the histories of issues. */
export async function insertActivity(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  lines: readonly NewActivity[],
): Promise<void> {
  if (lines.length === 0) return
  await scope.db
    .insertInto('issue_activity')
    .values(lines.map((line) => ({ ...line, org_id: scope.orgId })))
    .execute()
}

/** Histories of these issues together, newest first, at most `limit` lines. */
export async function listActivity(
  scope: OrgScope,
  issueIds: readonly number[],
  limit: number,
): Promise<ActivityRow[]> {
  return scope.db
    .selectFrom('issue_activity')
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.id', '=', 'issue_activity.actor_id').on('issue_activity.actor_kind', '=', 'user'),
    )
    .select([
      'issue_activity.id',
      'issue_activity.at',
      'issue_activity.actor_kind',
      'issue_activity.actor_id',
      'app_user.name as actor_name',
      'app_user.email as actor_email',
      'issue_activity.kind',
      'issue_activity.details',
    ])
    .where('issue_activity.org_id', '=', scope.orgId)
    .where('issue_activity.issue_id', 'in', issueIds)
    .orderBy('issue_activity.id', 'desc')
    .limit(limit)
    .execute()
}
