import { sql } from 'kysely'
import type { After } from '#platform/background.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'
import { insertActivity, systemLine } from './activity.ts'
import { NO_HOLD_COLUMNS } from './state.ts'

export interface DueHold extends OrgKey {
  id: number
  dueAt: number
}

/** Issues whose snooze has expired, the longest due first, behind `last`. For the service, across organizations. */
export async function listDueHolds(
  db: Queries,
  now: number,
  { last, limit }: After<DueHold>,
): Promise<DueHold[]> {
  return db
    .selectFrom('issue')
    .innerJoin('org', 'org.id', 'issue.org_id')
    .select(['issue.id', 'org.id as orgId', 'org.uid as orgUid'])
    .select((eb) => eb.ref('issue.snooze_until').$notNull().as('dueAt'))
    .where('issue.snooze_until', '<=', now)
    .$if(last !== undefined, (due) =>
      due.where(sql<boolean>`(issue.snooze_until, issue.id) > (${last?.dueAt}, ${last?.id})`),
    )
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
    .orderBy('issue.id')
    .limit(limit)
    .execute()
}

/** Ends overdue snoozes with an activity line, unless someone just changed them. Run in a transaction. */
export async function endDueHolds(
  scope: OrgScope,
  issueIds: readonly number[],
  now: number,
): Promise<{ id: number; uid: string; projectUid: string }[]> {
  // The condition is checked again under the lock that the update takes, so one of two nodes finds nothing.
  const ended = await scope.db
    .updateTable('issue')
    .set({ ...NO_HOLD_COLUMNS, updated_at: now })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where('snooze_until', '<=', now)
    .returning(['id', 'uid', 'project_id'])
    .execute()
  if (ended.length === 0) return []
  const line = { kind: 'snooze_ended', details: { reason: 'clock' } } as const
  await insertActivity(
    scope,
    ended.map(({ id }) => systemLine(id, now, line)),
  )
  const projects = await scope.db
    .selectFrom('project')
    .select(['id', 'uid'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', [...new Set(ended.map(({ project_id }) => project_id))])
    .execute()
  const uids = new Map(projects.map(({ id, uid }) => [id, uid]))
  return ended.map(({ id, uid, project_id }) => ({ id, uid, projectUid: uids.get(project_id)! }))
}
