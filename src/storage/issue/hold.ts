import type { OrganizationKey } from '../account/org.ts'
import type { OrgScope, Queries } from '../engine/scope.ts'
import { insertActivity } from './activity.ts'

/** An issue whose snooze has run out; `id` is its row key. */
export interface DueHold extends OrganizationKey {
  id: number
}

/**
 * Issues whose snooze has expired but is still in their rows, the longest due first, at most
 * `limit`. Runs for the service itself, across organizations.
 */
export async function listDueHolds(db: Queries, now: number, limit: number): Promise<DueHold[]> {
  return db
    .selectFrom('issue')
    .innerJoin('org', 'org.id', 'issue.org_id')
    .select(['issue.id', 'org.id as orgId', 'org.uid as orgUid'])
    .where('issue.snooze_until', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('project')
            .select('project.id')
            .whereRef('project.org_id', '=', 'issue.org_id')
            .whereRef('project.id', '=', 'issue.project_id')
            .where('project.deleted_at', 'is not', null),
        ),
      ),
    )
    .orderBy('issue.snooze_until')
    .limit(limit)
    .execute()
}

/**
 * Ends the snoozes of these issues (row keys) that are over by the clock, each with a line in the activity. An
 * issue whose snooze another node or a person has just ended or replaced is left alone. Run it inside a
 * transaction.
 * @returns public ids of the issues it changed, and of their projects.
 */
export async function endDueHolds(
  scope: OrgScope,
  issueIds: readonly number[],
  now: number,
): Promise<{ uid: string; projectUid: string }[]> {
  // The condition is checked again under the lock that the update takes, so one of two nodes finds nothing.
  const ended = await scope.db
    .updateTable('issue')
    .set({ snooze_until: null, snooze_until_count: null, snooze_until_users: null, updated_at: now })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where('snooze_until', '<=', now)
    .returning(['id', 'uid', 'project_id'])
    .execute()
  if (ended.length === 0) return []
  const line = { at: now, actor_kind: 'system', actor_id: null, kind: 'snooze_ended' as const }
  const details = JSON.stringify({ reason: 'clock' })
  await insertActivity(
    scope,
    ended.map(({ id }) => ({ ...line, issue_id: id, details })),
  )
  const projects = await scope.db
    .selectFrom('project')
    .select(['id', 'uid'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', [...new Set(ended.map(({ project_id }) => project_id))])
    .execute()
  const uids = new Map(projects.map(({ id, uid }) => [id, uid]))
  return ended.map(({ uid, project_id }) => ({ uid, projectUid: uids.get(project_id)! }))
}
