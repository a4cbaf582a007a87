import { sql, type Updateable } from 'kysely'
import type { IssueTable } from './schema.ts'
import type { OrgScope } from './scope.ts'

/** What a change of an issue depends on. */
export interface ClaimedIssue {
  id: number
  uid: string
  project_id: number
  status: string
  event_count: number
  unique_user_count: number
  resolved_in_release: string | null
  resolved_at: number | null
  resolved_base_release: string | null
  snooze_until: number | null
  snooze_until_count: number | null
  snooze_until_users: number | null
}

/** The columns that people change. */
export type IssueChange = Pick<
  Updateable<IssueTable>,
  | 'status'
  | 'resolved_in_release'
  | 'resolved_at'
  | 'resolved_base_release'
  | 'regression_note'
  | 'snooze_until'
  | 'snooze_until_count'
  | 'snooze_until_users'
>

/**
 * Locks the issues with these public ids until the transaction ends and returns them as they are now;
 * unknown ids are left out. Run it inside a transaction.
 */
export async function claimIssues(
  scope: OrgScope,
  uids: readonly string[],
  now: number,
): Promise<ClaimedIssue[]> {
  if (uids.length === 0) return []
  // Writing a column is a row lock that both engines spell the same way.
  return scope.db
    .updateTable('issue')
    .set({ updated_at: now })
    .where('org_id', '=', scope.orgId)
    .where('uid', 'in', uids)
    .returning([
      'id',
      'uid',
      'project_id',
      'status',
      'event_count',
      'unique_user_count',
      'resolved_in_release',
      'resolved_at',
      'resolved_base_release',
      'snooze_until',
      'snooze_until_count',
      'snooze_until_users',
    ])
    .execute()
}

/** Writes the same change to issues (row keys). Run it after `claimIssues` in the same transaction. */
export async function updateIssues(
  scope: OrgScope,
  issueIds: readonly number[],
  change: IssueChange,
): Promise<void> {
  if (issueIds.length === 0 || Object.keys(change).length === 0) return
  await scope.db
    .updateTable('issue')
    .set(change)
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .execute()
}

/**
 * Deletes an issue (row key), everything merged into it, and every row that hangs on them; the next event
 * of its fingerprint begins a new issue.
 */
export async function deleteIssue(scope: OrgScope, issueId: number): Promise<void> {
  await scope.db
    .updateTable('dead_letter')
    .set({ issue_id: null })
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', (eb) =>
      eb
        .selectFrom('issue')
        .select('issue.id')
        .where('issue.org_id', '=', scope.orgId)
        .where((or) => or.or([or('issue.id', '=', issueId), or('issue.merge_parent_id', '=', issueId)])),
    )
    .execute()
  await scope.db
    .deleteFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where((eb) => eb.or([eb('id', '=', issueId), eb('merge_parent_id', '=', issueId)]))
    .execute()
}

/**
 * Turns at most `limit` of an issue's oldest stored events into evicted ones: their rows go, the counts
 * stay exact per issue and per hour. Run it inside a transaction. @returns how many it evicted.
 */
export async function evictOldestEvents(scope: OrgScope, issueId: number, limit: number): Promise<number> {
  const evicted = await scope.db
    .deleteFrom('event')
    .where('org_id', '=', scope.orgId)
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('event')
        .select('event.seq')
        .where('event.org_id', '=', scope.orgId)
        .where('event.issue_id', '=', issueId)
        .orderBy('event.occurred_at')
        .orderBy('event.event_id')
        .limit(limit),
    )
    .returning(sql<number>`occurred_at / 3600000`.as('hour'))
    .execute()
  const hours = new Map<number, number>()
  for (const { hour } of evicted) hours.set(hour, (hours.get(hour) ?? 0) + 1)
  for (const [hour, count] of hours) {
    await scope.db
      .updateTable('issue_hour')
      .set((eb) => ({ stored_event_count: eb('stored_event_count', '-', count) }))
      .where('org_id', '=', scope.orgId)
      .where('issue_id', '=', issueId)
      .where('hour', '=', hour)
      .execute()
  }
  await scope.db
    .updateTable('issue')
    .set((eb) => ({
      stored_event_count: eb('stored_event_count', '-', evicted.length),
      evicted_event_count: eb('evicted_event_count', '+', evicted.length),
    }))
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issueId)
    .execute()
  return evicted.length
}
