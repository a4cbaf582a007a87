import { type ExpressionBuilder, sql } from 'kysely'
import { QUOTAS } from '#contract/limits.ts'
import type { TokenScope } from '#contract/vocabulary.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'

export interface NewToken {
  id: string
  userId: string
  label: string
  tokenPrefix: string
  tokenHash: Buffer
  scopes: readonly TokenScope[]
  createdAt: number
  expiresAt: number | null
}

export interface TokenRow {
  id: string
  label: string
  tokenPrefix: string
  scopes: TokenScope[]
  userId: string
  userEmail: string
  userName: string
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
  expiresAt: number | null
}

export async function insertToken(scope: OrgScope, token: NewToken): Promise<void> {
  await scope.db
    .insertInto('agent_token')
    .values({
      id: token.id,
      org_id: scope.orgId,
      user_id: token.userId,
      label: token.label,
      token_prefix: token.tokenPrefix,
      token_hash: token.tokenHash,
      scopes: token.scopes.join(' '),
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Neither revoked nor expired at `now`. */
export function isActiveAt(now: number) {
  return (eb: ExpressionBuilder<Schema, 'agent_token'>) =>
    eb.and([
      eb('agent_token.revoked_at', 'is', null),
      eb.or([eb('agent_token.expires_at', 'is', null), eb('agent_token.expires_at', '>', now)]),
    ])
}

export function countActiveTokens(scope: OrgScope, now: number): Promise<number> {
  const tokens = scope.db.selectFrom('agent_token').select('id').where('org_id', '=', scope.orgId)
  return countRows(scope, tokens.where(isActiveAt(now)))
}

/** The active tokens of the organization with those that ended most recently, newest first. */
export async function listTokens(scope: OrgScope, now: number): Promise<TokenRow[]> {
  const ended = scope.db
    .selectFrom('agent_token')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where((eb) => eb.not(isActiveAt(now)(eb)))
    .orderBy(sql`coalesce(revoked_at, expires_at)`, 'desc')
    .limit(QUOTAS.revokedShown)
  const rows = await scope.db
    .selectFrom('agent_token')
    .innerJoin('app_user', 'app_user.id', 'agent_token.user_id')
    .select([
      'agent_token.id as id',
      'agent_token.label as label',
      'agent_token.token_prefix as tokenPrefix',
      'agent_token.scopes as scopes',
      'agent_token.user_id as userId',
      'app_user.email as userEmail',
      'app_user.name as userName',
      'agent_token.created_at as createdAt',
      'agent_token.last_used_at as lastUsedAt',
      'agent_token.revoked_at as revokedAt',
      'agent_token.expires_at as expiresAt',
    ])
    .where('agent_token.org_id', '=', scope.orgId)
    .where((eb) => eb.or([isActiveAt(now)(eb), eb('agent_token.id', 'in', ended)]))
    .orderBy('agent_token.created_at', 'desc')
    .orderBy('agent_token.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, scopes: row.scopes.split(' ') as TokenScope[] }))
}

/** Whether this token (public id) is not revoked. One that expires during a request finishes it. */
export async function isInForce(scope: OrgScope, id: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('agent_token')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Revokes a token; its label, or undefined when the organization has none with this id in force. */
export async function revokeToken(scope: OrgScope, id: string, at: number): Promise<string | undefined> {
  const row = await scope.db
    .updateTable('agent_token')
    .set({ revoked_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('label')
    .executeTakeFirst()
  return row?.label
}

/** Notes that a token was used at `at` (epoch ms), unless it is noted after `before` already. */
export async function touchToken(
  scope: OrgScope,
  id: string,
  { at, before }: { at: number; before: number },
): Promise<void> {
  await scope.db
    .updateTable('agent_token')
    .set({ last_used_at: at })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute()
}
