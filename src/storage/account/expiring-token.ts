import { DAY_MS } from '#contract/time.ts'
import type { After } from '#platform/background.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'

/** Its creator is told so long before it ends. */
export const TOLD_BEFORE_MS = 7 * DAY_MS

export interface ExpiringToken extends OrgKey {
  id: string
  label: string
  tokenPrefix: string
  expiresAt: number
  email: string
}

/** Tokens in use that end soon and whose creators don't know, by their IDs, behind `last`. Not those that were made for so short
 * a time. Runs for the service itself, across organizations. */
export async function listExpiringTokens(
  db: Queries,
  now: number,
  { last, limit }: After<ExpiringToken>,
): Promise<ExpiringToken[]> {
  return db
    .selectFrom('agent_token')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.org_id', '=', 'agent_token.org_id')
        .onRef('membership.user_id', '=', 'agent_token.user_id'),
    )
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .innerJoin('org', 'org.id', 'agent_token.org_id')
    .select([
      'agent_token.id',
      'agent_token.label',
      'agent_token.token_prefix as tokenPrefix',
      'agent_token.expires_at as expiresAt',
      'app_user.email',
      'org.id as orgId',
      'org.uid as orgUid',
    ])
    .where('agent_token.expires_at', '>', now)
    .where('agent_token.expires_at', '<=', now + TOLD_BEFORE_MS)
    .where((eb) => eb('agent_token.expires_at', '>', eb('agent_token.created_at', '+', TOLD_BEFORE_MS)))
    .where('agent_token.revoked_at', 'is', null)
    .where('agent_token.expiry_told_at', 'is', null)
    .where('agent_token.last_used_at', 'is not', null)
    .where('agent_token.id', '>', last?.id ?? '')
    .orderBy('agent_token.id')
    .limit(limit)
    .$narrowType<{ expiresAt: number }>()
    .execute()
}

export async function noteExpiryTold(scope: OrgScope, id: string, at: number): Promise<void> {
  await scope.db
    .updateTable('agent_token')
    .set({ expiry_told_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}
