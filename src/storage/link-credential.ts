import type { Role } from '#contract/vocabulary.ts'
import type { LinkPurpose } from './password-link.ts'
import type { Queries } from './scope.ts'

/* Asks without an OrgScope, as `credentials.ts` does: who a caller is has to be known first. */

/** A link in force, and the member and organization it is for. */
export interface LinkCredential {
  orgId: number
  orgUid: string
  orgName: string
  userId: string
  email: string
  name: string
  role: Role
  /** Epoch ms. */
  expiresAt: number
}

/** The link with this token hash, for this purpose, that has not expired at `now` (epoch ms). */
export async function findPasswordLink(
  db: Queries,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: LinkPurpose },
  now: number,
): Promise<LinkCredential | undefined> {
  const row = await db
    .selectFrom('password_link')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.org_id', '=', 'password_link.org_id')
        .onRef('membership.user_id', '=', 'password_link.user_id'),
    )
    .innerJoin('app_user', 'app_user.id', 'password_link.user_id')
    .innerJoin('org', 'org.id', 'password_link.org_id')
    .select([
      'org.id as orgId',
      'org.uid as orgUid',
      'org.name as orgName',
      'app_user.id as userId',
      'app_user.email as email',
      'app_user.name as name',
      'membership.role as role',
      'password_link.expires_at as expiresAt',
    ])
    .where('password_link.token_hash', '=', tokenHash)
    .where('password_link.purpose', '=', purpose)
    .where('password_link.expires_at', '>', now)
    .executeTakeFirst()
  return row && { ...row, role: row.role as Role }
}
