import type { Updateable } from 'kysely'
import type { IssueStatus, ReleaseComparisonKind } from '#contract/vocabulary.ts'
import { lockRows } from '../engine/lock-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueTable } from '../schema/schema.ts'

export interface ClaimedIssue {
  id: number
  uid: string
  project_id: number
  status: IssueStatus
  event_count: number
  unique_user_count: number
  resolved_in_release: string | null
  resolved_at: number | null
  resolved_base_release: string | null
  resolved_comparison: ReleaseComparisonKind | null
  regression_note: string | null
  regression_comparison: ReleaseComparisonKind | null
  snooze_until: number | null
  snooze_until_count: number | null
  snooze_until_users: number | null
  assignee_id: string | null
}

export type IssueChange = Pick<
  Updateable<IssueTable>,
  | 'status'
  | 'resolved_in_release'
  | 'resolved_at'
  | 'resolved_base_release'
  | 'resolved_comparison'
  | 'regression_note'
  | 'regression_comparison'
  | 'snooze_until'
  | 'snooze_until_count'
  | 'snooze_until_users'
  | 'assignee_id'
>

const CLAIMED_COLUMNS = [
  'id',
  'uid',
  'project_id',
  'status',
  'event_count',
  'unique_user_count',
  'resolved_in_release',
  'resolved_at',
  'resolved_base_release',
  'resolved_comparison',
  'regression_note',
  'regression_comparison',
  'snooze_until',
  'snooze_until_count',
  'snooze_until_users',
  'assignee_id',
] as const satisfies readonly (keyof ClaimedIssue)[]

/** Locks issues by public id, oldest first; merged ones as their root, unknown ones not. In a transaction. */
export async function claimIssues(
  scope: OrgScope,
  uids: readonly string[],
  now: number,
): Promise<ClaimedIssue[]> {
  if (uids.length === 0) return []
  const claimed = await lockRows(scope, async () => {
    const locked = await lockRoots(scope, uids)
    // A merge may have been committed while this one waited.
    return locked.some(({ merge_parent_id }) => merge_parent_id !== null) ? null : locked
  })
  const touched = await touchIssues(scope, { issueIds: claimed.map(({ id }) => id), now })
  return claimed.filter(({ id }) => touched.has(id)).map(({ merge_parent_id, ...issue }) => issue)
}

function lockRoots(
  scope: OrgScope,
  uids: readonly string[],
): Promise<(ClaimedIssue & { merge_parent_id: number | null })[]> {
  return scope.db
    .selectFrom('issue')
    .select([...CLAIMED_COLUMNS, 'merge_parent_id'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('issue as named')
        .select((named) => named.fn.coalesce('named.merge_parent_id', 'named.id').as('id'))
        .where('named.org_id', '=', scope.orgId)
        .where('named.uid', 'in', uids)
        .where(isOfShownProject(scope, 'named.project_id')),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** @returns row keys of those that were not hidden while this transaction waited for their locks. */
async function touchIssues(
  scope: OrgScope,
  { issueIds, now }: { issueIds: number[]; now: number },
): Promise<Set<number>> {
  if (issueIds.length === 0) return new Set()
  const touched = await scope.db
    .updateTable('issue')
    .set({ updated_at: now })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where(isOfShownProject(scope, 'project_id'))
    .returning('id')
    .execute()
  return new Set(touched.map(({ id }) => id))
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
