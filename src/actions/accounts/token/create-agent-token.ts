import { randomUUID } from 'node:crypto'
import type { NewAgentToken } from '#contract/account/agent-token.ts'
import { DAY_MS } from '#contract/time.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { insertToken } from '#storage/account/agent-token.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { newTokenSecret, tokenPrefixOf } from './secret.ts'

export interface TokenRequest extends NewAgentToken {
  userId: string
  createdAt: number
}

export interface MadeToken {
  id: string
  secret: string
  tokenPrefix: string
  expiresAt: number | null
}

/** Makes an access token of a member. That the member may, the caller has to know. */
export async function createAgentToken(scope: OrgScope, request: TokenRequest): Promise<MadeToken> {
  const { userId, label, scopes, createdAt, expires_in_days: days } = request
  const expiresAt = days === undefined ? null : createdAt + days * DAY_MS
  const [id, secret] = [randomUUID(), newTokenSecret()]
  const tokenPrefix = tokenPrefixOf(secret)
  const tokenHash = hashSecret(secret)
  await insertToken(scope, { id, userId, label, scopes, createdAt, expiresAt, tokenPrefix, tokenHash })
  return { id, secret, tokenPrefix, expiresAt }
}
