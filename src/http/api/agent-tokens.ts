import type { AgentToken, AgentTokenList, CreatedAgentToken, NewAgentToken } from '#contract/agent-token.ts'
import { ServiceError } from '#contract/errors.ts'
import type { RevokedAnswer } from '#contract/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { listTokens, revokeToken, type TokenRow } from '#storage/agent-token.ts'
import { createAgentToken } from '../auth/create-agent-token.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionOnlyCall } from '../route.ts'

/** GET /api/v1/agent-tokens. */
export async function getAgentTokens({ scope }: SessionOnlyCall): Promise<AgentTokenList> {
  return { tokens: (await listTokens(scope)).map(viewToken) }
}

/** POST /api/v1/agent-tokens: the only answer with the secret. */
export async function postAgentToken(
  call: SessionOnlyCall<{ body: NewAgentToken }>,
): Promise<CreatedAgentToken> {
  const { services, principal, body } = call
  const { userId, email, name } = principal
  const createdAt = services.clock()
  const made = await call.write(async (scope) => {
    const made = await createAgentToken(scope, { ...body, userId, createdAt })
    const target = { kind: 'token', id: made.id, name: body.label } as const
    await recordAct(call, scope, { action: 'token.created', target, details: { scopes: body.scopes } })
    return made
  })
  const row = { ...made, ...body, userId, userEmail: email, userName: name, createdAt }
  return { token: { ...viewToken({ ...row, lastUsedAt: null, revokedAt: null }), token: made.secret } }
}

/** POST /api/v1/agent-tokens/{id}/revoke: in force from the next request on, on every node. */
export async function postTokenRevocation(
  call: SessionOnlyCall<{ params: IdParams }>,
): Promise<RevokedAnswer> {
  const { id } = call.params
  await call.write(async (scope) => {
    const label = await revokeToken(scope, id, call.services.clock())
    if (label === undefined) {
      throw new ServiceError('not_found', 'There is no access token with this id that is in force.')
    }
    await recordAct(call, scope, { action: 'token.revoked', target: { kind: 'token', id, name: label } })
  })
  return { revoked: true }
}

/** A token as it is shown. */
export function viewToken(row: TokenRow): AgentToken {
  const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    id: row.id,
    label: row.label,
    token_prefix: row.tokenPrefix,
    scopes: row.scopes,
    created_by: { id: row.userId, email: row.userEmail, name: row.userName },
    created_at: new Date(row.createdAt).toISOString(),
    last_used_at: isoTime(row.lastUsedAt),
    revoked_at: isoTime(row.revokedAt),
  }
}
