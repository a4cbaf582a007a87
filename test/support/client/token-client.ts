import type { TokenScope } from '#contract/vocabulary.ts'
import { ApiClient } from './api-client.ts'

/** The holder of a new access token, which `admin` makes. */
export async function tokenClient(
  admin: ApiClient,
  {
    label = 'agent',
    scopes = ['read:agent', 'write:triage'],
  }: { label?: string; scopes?: TokenScope[] } = {},
): Promise<{ client: ApiClient; secret: string; id: string }> {
  const made = await admin.request<{ token: { id: string; token: string } }>('POST', '/api/v1/agent-tokens', {
    label,
    scopes,
  })
  const { id, token: secret } = made.body.token
  const client = new ApiClient(admin.url).withCredential({ authorization: `Bearer ${secret}` })
  return { client, secret, id }
}
