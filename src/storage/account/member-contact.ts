import { sql } from 'kysely'
import { likePattern } from '../engine/like-pattern.ts'
import type { OrgScope } from '../engine/scope.ts'

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
