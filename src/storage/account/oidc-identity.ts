import type { OrgScope, Queries } from '../engine/scope.ts'
import { selectCallers } from './caller.ts'
import type { UserCredential } from './credentials.ts'

/** An account at an OpenID Connect provider. */
export interface OidcIdentity {
  issuer: string
  subject: string
}

/** The user whose account this is. Not scoped, as in `credentials.ts`: the caller is still unknown. */
export async function findUserByIdentity(
  db: Queries,
  { issuer, subject }: OidcIdentity,
): Promise<UserCredential | undefined> {
  return selectCallers(db)
    .innerJoin('oidc_identity', (join) =>
      join
        .onRef('oidc_identity.org_id', '=', 'membership.org_id')
        .onRef('oidc_identity.user_id', '=', 'membership.user_id'),
    )
    .select('app_user.password_hash as passwordHash')
    .where('oidc_identity.issuer', '=', issuer)
    .where('oidc_identity.subject', '=', subject)
    .executeTakeFirst()
}

export async function readIdentity(scope: OrgScope, userId: string): Promise<OidcIdentity | undefined> {
  return scope.db
    .selectFrom('oidc_identity')
    .select(['issuer', 'subject'])
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function hasIdentity(
  scope: OrgScope,
  userId: string,
  { issuer, subject }: OidcIdentity,
): Promise<boolean> {
  const present = await readIdentity(scope, userId)
  return present?.issuer === issuer && present.subject === subject
}

/** In place of one of a provider that was set before. Nothing is written if a member has this account by now. */
export async function linkIdentity(
  scope: OrgScope,
  userId: string,
  { issuer, subject, createdAt }: OidcIdentity & { createdAt: number },
): Promise<void> {
  await deleteIdentity(scope, userId)
  await scope.db
    .insertInto('oidc_identity')
    .values({ org_id: scope.orgId, user_id: userId, issuer, subject, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/** @returns whether there was one. */
export async function deleteIdentity(scope: OrgScope, userId: string): Promise<boolean> {
  const result = await scope.db
    .deleteFrom('oidc_identity')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
