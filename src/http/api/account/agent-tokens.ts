import { endToken, makeToken, organizationTokens } from '#actions/accounts/token/tokens.ts'
import type { AgentTokenList, CreatedAgentToken, NewAgentToken } from '#contract/account/agent-token.ts'
import type { RevokedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

export async function getAgentTokens({ services, principal }: SessionOnlyCall): Promise<AgentTokenList> {
  return organizationTokens(services, principal)
}

export async function postAgentToken(
  call: SessionOnlyCall<{ body: NewAgentToken }>,
): Promise<CreatedAgentToken> {
  const { services, principal, body } = call
  return makeToken(services, callerOf(call), { ...body, creator: principal })
}

export async function postTokenRevocation(
  call: SessionOnlyCall<{ params: IdParams }>,
): Promise<RevokedAnswer> {
  await endToken(call.services, callerOf(call), call.params.id)
  return { revoked: true }
}
