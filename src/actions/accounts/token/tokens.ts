import type {
  AgentToken,
  AgentTokenList,
  CreatedAgentToken,
  NewAgentToken,
} from '#contract/account/agent-token.ts'
import { ServiceError } from '#contract/errors.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import { listTokens, revokeToken, type TokenRow } from '#storage/account/agent-token.ts'
import { endInvitationsBy } from '#storage/account/password-link.ts'
import type { ActionDeps, Org } from '../../action-deps.ts'
import { requireRoomForToken } from '../../require-room.ts'
import { type Acting, recordAct } from '../acting.ts'
import { writeAsMember } from '../write-as-member.ts'
import { createAgentToken } from './create-agent-token.ts'

export interface TokenCreator {
  userId: string
  email: string
  name: string
}

export async function organizationTokens(deps: ActionDeps, org: Org): Promise<AgentTokenList> {
  return { tokens: (await listTokens(deps.database.scope(org), deps.clock())).map(viewToken) }
}

/** Notes who did it; only this answer has the secret. The caller checks that the creator may have one. */
export async function makeToken(
  deps: ActionDeps,
  by: Acting,
  { creator, ...body }: NewAgentToken & { creator: TokenCreator },
): Promise<CreatedAgentToken> {
  const { userId, email, name } = creator
  const createdAt = deps.clock()
  const { secret, ...made } = await writeAsMember(deps, by, async (scope) => {
    await requireRoomForToken(scope, createdAt)
    const made = await createAgentToken(scope, { ...body, userId, createdAt })
    const target = { kind: 'token', id: made.id, name: body.label } as const
    const details = { scopes: body.scopes, expires_at: isoTimeOrNull(made.expiresAt) }
    await recordAct(scope, by, { at: createdAt, action: 'token.created', target, details })
    return made
  })
  const row = { ...made, ...body, userId, userEmail: email, userName: name, createdAt }
  const { expires_at, ...shown } = viewToken({ ...row, lastUsedAt: null, revokedAt: null })
  return { token: { ...shown, ...(expires_at !== null && { expires_at }), token: secret } }
}

/** At once on every node. Open invitations that it made or renewed end with it. @throws not_found */
export async function endToken(deps: ActionDeps, by: Acting, id: string): Promise<void> {
  await writeAsMember(deps, by, async (scope) => {
    const at = deps.clock()
    const label = await revokeToken(scope, id, at)
    if (label === undefined) {
      throw new ServiceError('not_found', 'No active access token has this ID.')
    }
    await endInvitationsBy(scope, id)
    await recordAct(scope, by, { at, action: 'token.revoked', target: { kind: 'token', id, name: label } })
  })
}

function viewToken(row: TokenRow): AgentToken {
  return {
    id: row.id,
    label: row.label,
    token_prefix: row.tokenPrefix,
    scopes: row.scopes,
    created_by: { id: row.userId, email: row.userEmail, name: row.userName },
    created_at: isoTime(row.createdAt),
    last_used_at: isoTimeOrNull(row.lastUsedAt),
    revoked_at: isoTimeOrNull(row.revokedAt),
    expires_at: isoTimeOrNull(row.expiresAt),
  }
}
