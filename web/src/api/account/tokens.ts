import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { AgentToken, CreatedAgentToken, NewAgentToken } from '../wire.ts'

/** Revoked ones too, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) =>
    (await request<{ tokens: AgentToken[] }>('GET', '/api/v1/agent-tokens', { signal })).tokens,
  staleTime: 15_000,
})

/** The answer carries the secret; no later answer does. */
export async function createToken(token: NewAgentToken): Promise<CreatedAgentToken['token']> {
  return (await request<CreatedAgentToken>('POST', '/api/v1/agent-tokens', { body: token })).token
}

export function revokeToken(id: string): Promise<{ revoked: boolean }> {
  return request('POST', `/api/v1/agent-tokens/${id}/revoke`)
}
