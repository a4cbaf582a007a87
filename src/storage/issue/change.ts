import type { Selectable, Updateable } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import { lockRows } from '../engine/lock-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueTable } from '../schema/schema.ts'
import { isOneOf } from '../search/value-condition.ts'
import { projectUid } from './issue.ts'

/** What a change of status or snooze writes. */
export const STATE_COLUMNS = [
  'status',
  'resolved_in_release',
  'resolved_at',
  'resolved_base_release',
  'resolved_comparison',
  'regression_note',
  'regression_comparison',
  'snooze_until',
  'snooze_until_count',
  'snooze_until_users',
] as const
const COLUMNS_TO_CHANGE = [
  ...(['id', 'uid', 'project_id', 'event_count', 'unique_user_count', 'assignee_id'] as const),
  ...STATE_COLUMNS,
]

type StateColumn = (typeof STATE_COLUMNS)[number]
export type IssueToChange = Pick<Selectable<IssueTable>, (typeof COLUMNS_TO_CHANGE)[number]> & {
  project_uid: string
}
export type IssueChange = Pick<Updateable<IssueTable>, StateColumn | 'assignee_id'>

/** Locks issues by public id, oldest first; merged ones as their root, unknown ones not. In a transaction. */
export async function lockForChange(
  scope: OrgScope,
  uids: readonly string[],
  now: number,
): Promise<IssueToChange[]> {
  if (uids.length === 0) return []
  const locked = await lockRows(scope, async () => {
    const roots = await lockRoots(scope, uids)
    // A merge may have been committed while this one waited.
    return roots.some(({ merge_parent_id }) => merge_parent_id !== null) ? null : roots
  })
  const touched = await touchIssues(scope, { issueIds: locked.map(({ id }) => id), now })
  return locked.filter(({ id }) => touched.has(id)).map(({ merge_parent_id, ...issue }) => issue)
}

function lockRoots(
  scope: OrgScope,
  uids: readonly string[],
): Promise<(IssueToChange & { merge_parent_id: number | null })[]> {
  const named = scope.db
    .selectFrom('issue as named')
    .select((eb) => eb.fn.coalesce('named.merge_parent_id', 'named.id').as('id'))
    .where('named.org_id', '=', scope.orgId)
    .where('named.uid', 'in', uids)
    .where(isOfShownProject(scope, 'named.project_id'))
  return scope.db
    .selectFrom('issue')
    .select([...COLUMNS_TO_CHANGE, 'merge_parent_id'])
    .select(projectUid)
    .where('org_id', '=', scope.orgId)
    .where(isOneOf(dialectOf(scope), 'issue.id', named))
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

/** Writes the same change to issues (row keys). Run it after `lockForChange` in the same transaction. */
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
