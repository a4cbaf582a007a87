import type { TokenScope } from '#contract/vocabulary.ts'
import type { Queries } from '../engine/scope.ts'
import { isActiveAt } from './agent-token.ts'
import { type Caller, selectCallers } from './caller.ts'

/* Not scoped, as in `credentials.ts`: the caller is still unknown. */

export interface TokenCredential extends Caller {
  tokenId: string
  label: string
  tokenPrefix: string
  scopes: TokenScope[]
  lastUsedAt: number | null
  expiresAt: number | null
}

/** An expired one, too: its holder is told why it is refused. */
export async function findToken(db: Queries, tokenHash: Buffer): Promise<TokenCredential | undefined> {
  const row = await selectCallers(db)
    .innerJoin('agent_token', (join) =>
      join
        .onRef('agent_token.org_id', '=', 'membership.org_id')
        .onRef('agent_token.user_id', '=', 'membership.user_id'),
    )
    .select([
      'agent_token.id as tokenId',
      'agent_token.label as label',
      'agent_token.token_prefix as tokenPrefix',
      'agent_token.scopes as scopes',
      'agent_token.last_used_at as lastUsedAt',
      'agent_token.expires_at as expiresAt',
    ])
    .where('agent_token.token_hash', '=', tokenHash)
    .where('agent_token.revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, scopes: row.scopes.split(' ') as TokenScope[] }
}

/** Which of these tokens (public ids) are in force at `now`. */
export async function findLiveTokens(
  db: Queries,
  tokenIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  if (tokenIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('agent_token')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.org_id', '=', 'agent_token.org_id')
        .onRef('membership.user_id', '=', 'agent_token.user_id'),
    )
    .select('agent_token.id as id')
    .where('agent_token.id', 'in', tokenIds)
    .where(isActiveAt(now))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
