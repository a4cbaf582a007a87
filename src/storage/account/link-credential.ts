import type { Queries } from '../engine/scope.ts'
import { type Caller, selectCallers } from './caller.ts'
import type { LinkPurpose } from './password-link.ts'

/* Not scoped, as in `credentials.ts`: the caller is still unknown. */

export interface LinkCredential extends Caller {
  expiresAt: number
}

/** The link with this token hash, for this purpose, that has not expired at `now` (epoch ms). */
export async function findPasswordLink(
  db: Queries,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: LinkPurpose },
  now: number,
): Promise<LinkCredential | undefined> {
  return selectCallers(db)
    .innerJoin('password_link', (join) =>
      join
        .onRef('password_link.org_id', '=', 'membership.org_id')
        .onRef('password_link.user_id', '=', 'membership.user_id'),
    )
    .select('password_link.expires_at as expiresAt')
    .where('password_link.token_hash', '=', tokenHash)
    .where('password_link.purpose', '=', purpose)
    .where('password_link.expires_at', '>', now)
    .executeTakeFirst()
}
