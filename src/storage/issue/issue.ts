import type { ExpressionBuilder, Selectable } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueTable, Schema } from '../schema/schema.ts'

/** An issue as reads return it: its columns but the search text, its project's public id, and its assignee. */
export type IssueRow = Omit<
  Selectable<IssueTable>,
  'search_text' | 'described_at' | 'labelled_at' | 'tag_counts' | 'regressed_in_release'
> & {
  project_uid: string
  assignee_name: string | null
  assignee_email: string | null
}

export const ISSUE_COLUMNS = [
  'issue.id',
  'issue.uid',
  'issue.org_id',
  'issue.project_id',
  'issue.fingerprint',
  'issue.title',
  'issue.culprit',
  'issue.exception_type',
  'issue.platform',
  'issue.level',
  'issue.environment',
  'issue.release',
  'issue.status',
  'issue.event_count',
  'issue.stored_event_count',
  'issue.evicted_event_count',
  'issue.unique_user_count',
  'issue.first_seen_at',
  'issue.last_seen_at',
  'issue.first_release',
  'issue.is_placeholder',
  'issue.merge_parent_id',
  'issue.resolved_in_release',
  'issue.resolved_at',
  'issue.resolved_base_release',
  'issue.resolved_comparison',
  'issue.regression_note',
  'issue.regression_comparison',
  'issue.snooze_until',
  'issue.snooze_until_count',
  'issue.snooze_until_users',
  'issue.updated_at',
  'issue.has_merged',
  'issue.assignee_id',
] as const

/** Not a join, which would lock the project as well. */
export function projectUid(eb: ExpressionBuilder<Schema, 'issue'>) {
  return eb
    .selectFrom('project')
    .select('project.uid')
    .whereRef('project.org_id', '=', 'issue.org_id')
    .whereRef('project.id', '=', 'issue.project_id')
    .$asScalar()
    .$notNull()
    .as('project_uid')
}

export async function findIssue(scope: OrgScope, uid: string): Promise<IssueRow | undefined> {
  return (await findIssues(scope, [uid]))[0]
}

export async function findIssueUid(scope: OrgScope, issueId: number): Promise<string | null> {
  const row = await scope.db
    .selectFrom('issue')
    .select('uid')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issueId)
    .executeTakeFirst()
  return row?.uid ?? null
}

/** In no particular order, without unknown ids. At most 500 ids. */
export async function findIssues(scope: OrgScope, uids: readonly string[]): Promise<IssueRow[]> {
  if (uids.length === 0) return []
  return issueRows(scope).where('issue.uid', 'in', uids).execute()
}

/** Row keys by public id; ids the organization does not have are left out. */
export async function findIssueKeys(scope: OrgScope, uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue')
    .select(['id', 'uid'])
    .where('org_id', '=', scope.orgId)
    .where('uid', 'in', uids)
    .where(isOfShownProject(scope, 'issue.project_id'))
    .execute()
  return new Map(rows.map((row) => [row.uid, row.id]))
}

/** The issues with these row keys, at most 500, in no particular order. */
export async function findIssuesByKey(scope: OrgScope, ids: readonly number[]): Promise<IssueRow[]> {
  if (ids.length === 0) return []
  return issueRows(scope).where('issue.id', 'in', ids).execute()
}

/** Row keys of issues merged into one of these, each with that one's; oldest first. */
export async function findMergedKeys(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  rootIds: readonly number[],
): Promise<{ id: number; rootId: number }[]> {
  if (rootIds.length === 0) return []
  return scope.db
    .selectFrom('issue')
    .select((eb) => ['id', eb.ref('merge_parent_id').$notNull().as('rootId')])
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is not', null)
    .where('merge_parent_id', 'in', rootIds)
    .orderBy('id')
    .execute()
}

/** Issues of projects, merged ones included, as a subquery: two parts, each with its own index. */
export function issueKeysOf(scope: OrgScope, projectIds: readonly number[]) {
  const issues = scope.db
    .selectFrom('issue')
    .select('issue.id')
    .where('issue.org_id', '=', scope.orgId)
    .where('issue.project_id', 'in', projectIds)
  const both = issues
    .where('issue.merge_parent_id', 'is', null)
    .unionAll(issues.where('issue.merge_parent_id', 'is not', null))
  return scope.db.selectFrom(both.as('issue_key')).select('issue_key.id')
}

/** How many issues are merged into each of these (row keys, at most 500); one with none is left out. */
export async function countMerged(scope: OrgScope, rootIds: readonly number[]): Promise<Map<number, number>> {
  if (rootIds.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue')
    .select((eb) => [eb.ref('merge_parent_id').$notNull().as('rootId'), eb.fn.countAll<number>().as('count')])
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is not', null)
    .where('merge_parent_id', 'in', rootIds)
    .groupBy('merge_parent_id')
    .execute()
  return new Map(rows.map((row) => [row.rootId, row.count]))
}

/** The issues merged into this one (row key), oldest first, at most `limit`. */
export async function findMergedIssues(scope: OrgScope, rootId: number, limit: number): Promise<IssueRow[]> {
  return issueRows(scope)
    .where('issue.merge_parent_id', '=', rootId)
    .orderBy('issue.id')
    .limit(limit)
    .execute()
}

function issueRows(scope: OrgScope) {
  return scope.db
    .selectFrom('issue')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'issue.org_id')
        .onRef('project.id', '=', 'issue.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .leftJoin('app_user as assignee', 'assignee.id', 'issue.assignee_id')
    .select(ISSUE_COLUMNS)
    .select([
      'project.uid as project_uid',
      'assignee.name as assignee_name',
      'assignee.email as assignee_email',
    ])
    .where('issue.org_id', '=', scope.orgId)
}
