import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { deleteIssue } from './deletion.ts'
import { lockFamilies } from './family.ts'

/**
 * Deletes issues last seen before a time that have no stored event and that nobody ever touched:
 * unresolved, never assigned, snoozed, merged, commented on or changed. In a transaction. @returns how many.
 */
export async function deleteQuietIssues(
  scope: OrgScope,
  issueIds: readonly number[],
  { before, now }: { before: number; now: number },
): Promise<number> {
  const locked = await lockFamilies(scope, await untouchedIssues(scope, issueIds, before))
  const quiet = await untouchedIssues(
    scope,
    locked.map(({ id }) => id),
    before,
  )
  for (const id of quiet) await deleteIssue(scope, id, now)
  return quiet.length
}

async function untouchedIssues(
  scope: OrgScope,
  issueIds: readonly number[],
  before: number,
): Promise<number[]> {
  if (issueIds.length === 0) return []
  const rows = await scope.db
    .selectFrom('issue')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where('stored_event_count', '=', 0)
    .where('last_seen_at', '<', before)
    .where('status', '=', 'unresolved')
    .where('assignee_id', 'is', null)
    .where('resolved_in_release', 'is', null)
    .where('merge_parent_id', 'is', null)
    .where('has_merged', '=', 0)
    .where('snooze_until', 'is', null)
    .where('snooze_until_count', 'is', null)
    .where('snooze_until_users', 'is', null)
    .where(hasNone('issue_activity'))
    .where(hasNone('issue_comment'))
    .execute()
  return rows.map(({ id }) => id)
}

function hasNone(table: 'issue_activity' | 'issue_comment') {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS said
    WHERE said.org_id = issue.org_id AND said.issue_id = issue.id)`
}
