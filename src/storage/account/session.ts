import { QUOTAS } from '#contract/limits.ts'
import type { OrgScope } from '../engine/scope.ts'

export interface NewSession {
  id: string
  tokenHash: Buffer
  userId: string
  createdAt: number
  expiresAt: number
  userAgent: string
  ip: string
  /** It began with single sign-on. */
  viaProvider: boolean
}

export interface SessionRow {
  id: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
  userAgent: string
  ip: string
}

const SURPLUS_AT_ONCE = 1000

/** Past the limit of a user, the sessions not used for longest end. */
export async function insertSession(scope: OrgScope, session: NewSession): Promise<void> {
  const surplus = scope.db
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', session.userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(QUOTAS.sessionsPerUser - 1)
    .limit(SURPLUS_AT_ONCE)
  await scope.db
    .deleteFrom('session')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', session.userId)
    .where('id', 'in', surplus)
    .execute()
  await scope.db
    .deleteFrom('session')
    .where('org_id', '=', scope.orgId)
    .where('expires_at', '<=', session.createdAt)
    .execute()
  await scope.db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      id: session.id,
      org_id: scope.orgId,
      user_id: session.userId,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      ip: session.ip,
      via_provider: session.viaProvider ? 1 : 0,
    })
    .execute()
}

export async function touchSession(
  scope: OrgScope,
  id: string,
  times: { lastSeenAt: number; expiresAt: number },
): Promise<void> {
  await scope.db
    .updateTable('session')
    .set({ last_seen_at: times.lastSeenAt, expires_at: times.expiresAt })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

/** The sessions of a member that have not expired at `now`, last used first. */
export async function listSessions(scope: OrgScope, userId: string, now: number): Promise<SessionRow[]> {
  return scope.db
    .selectFrom('session')
    .select([
      'id',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'user_agent as userAgent',
      'ip',
    ])
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function hasSession(scope: OrgScope, id: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(scope: OrgScope, userId: string, id: string): Promise<number> {
  const result = await scope.db
    .deleteFrom('session')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSessions(scope: OrgScope, userId: string): Promise<number> {
  return deleteOtherSessions(scope, userId, '')
}

export async function deleteOtherSessions(scope: OrgScope, userId: string, keptId: string): Promise<number> {
  const result = await scope.db
    .deleteFrom('session')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
