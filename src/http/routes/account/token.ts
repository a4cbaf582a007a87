import { endToken, makeToken, organizationTokens } from '#actions/accounts/token/tokens.ts'
import { agentTokenList, createdAgentToken, newAgentToken, whoami } from '#contract/account/agent-token.ts'
import { revokedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { tokenFacts } from '../../auth/token/facts.ts'
import { authenticatedRoute, type Route, tokenRoute } from '../route.ts'

export const TOKEN_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/agent-tokens',
    { access: 'tokens:manage', summary: 'List access tokens', answer: agentTokenList },
    ({ services, principal }) => organizationTokens(services, principal),
  ),
  authenticatedRoute(
    'POST /api/v1/agent-tokens',
    {
      access: 'tokens:manage',
      summary: 'Create an access token',
      success: 'No other response has the secret.',
      body: newAgentToken,
      answer: createdAgentToken,
      status: 201,
      errors: ['conflict'],
    },
    (call) => makeToken(call.services, callerOf(call), { ...call.body, creator: call.principal }),
  ),
  authenticatedRoute(
    'POST /api/v1/agent-tokens/{id}/revoke',
    { access: 'tokens:manage', summary: 'Revoke an access token', params: idParams, answer: revokedAnswer },
    async (call) => {
      await endToken(call.services, callerOf(call), call.params.id)
      return { revoked: true } as const
    },
  ),
  tokenRoute(
    'GET /api/v1/agent/whoami',
    { access: 'token:self', summary: 'Show the token, its user and its permissions', answer: whoami },
    async ({ services, principal, request }) => tokenFacts(services, principal, request.ip),
  ),
]
