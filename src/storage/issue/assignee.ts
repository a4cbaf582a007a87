import { sql } from 'kysely'
import { likePattern } from '../engine/like-pattern.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'

export interface Member {
  id: string
  name: string
  email: string
}

export function findMember(scope: OrgScope, userId: string): Promise<Member | undefined> {
  return selectMembers(scope).where('membership.user_id', '=', userId).executeTakeFirst()
}

export function listMentionable(scope: OrgScope): Promise<Member[]> {
  return selectMembers(scope).execute()
}

export async function countByAssignee(
  scope: OrgScope,
  projectId: number | null,
): Promise<Map<string, number>> {
  const rows = await issuesOf(scope, projectId)
    .select((eb) => [eb.ref('assignee_id').$notNull().as('userId'), eb.fn.countAll<number>().as('count')])
    .where('assignee_id', 'is not', null)
    .groupBy('assignee_id')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/** Issues of nobody, at most `most`. */
export async function countUnassigned(
  scope: OrgScope,
  projectId: number | null,
  most: number,
): Promise<number> {
  const latest = issuesOf(scope, projectId)
    .select('id')
    .where('assignee_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  const { count } = await scope.db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Members whose e-mail address starts with the prefix (any case), in the order of the addresses. */
export function findMembersByEmail(scope: OrgScope, prefix: string, limit: number): Promise<Member[]> {
  return selectMembers(scope)
    .where(sql<boolean>`app_user.email LIKE ${likePattern(prefix.toLowerCase(), 'prefix')} ESCAPE '\\'`)
    .orderBy('app_user.email')
    .limit(limit)
    .execute()
}

function selectMembers(scope: OrgScope) {
  return scope.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['app_user.id', 'app_user.name', 'app_user.email'])
    .where('membership.org_id', '=', scope.orgId)
}

function issuesOf(scope: OrgScope, projectId: number | null) {
  const issues = scope.db
    .selectFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
  return projectId === null
    ? issues.where(isOfShownProject(scope, 'issue.project_id'))
    : issues.where('project_id', '=', projectId)
}
