import type { Role } from '#contract/vocabulary.ts'
import type { OrgKey, Queries } from '../engine/scope.ts'

export interface Caller extends OrgKey {
  orgName: string
  userId: string
  email: string
  name: string
  role: Role
}

/** The members of all organizations as callers; the query joins the credential, by both of its columns. */
export function selectCallers(db: Queries) {
  return db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .innerJoin('org', 'org.id', 'membership.org_id')
    .select((eb) => [
      'org.id as orgId',
      'org.uid as orgUid',
      'org.name as orgName',
      'app_user.id as userId',
      'app_user.email as email',
      'app_user.name as name',
      eb.ref('membership.role').$castTo<Role>().as('role'),
    ])
}
