import { hashSecret } from '#platform/secret-token.ts'
import { withinTime } from '#platform/time/within-time.ts'
import { touchToken } from '#storage/account/agent-token.ts'
import { findSession, type SessionCredential } from '#storage/account/credentials.ts'
import { touchSession } from '#storage/account/session.ts'
import { findToken } from '#storage/account/token-credential.ts'
import { touchUser } from '#storage/account/user.ts'
import { isEngineFailure } from '#storage/engine/engine-failure.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { ExpiredToken, SessionPrincipal, TokenPrincipal } from './principal.ts'
import { sessionEnd } from './session/lifetime.ts'

/** A credential in use is noted at most this often: reads then cost no write. */
const SESSION_TOUCH_MS = 5 * 60_000
const TOKEN_TOUCH_MS = 60_000
/** A request doesn't wait longer for the note of its credential. */
const NOTE_WAIT_MS = 250

/** Null if unknown or revoked. Looked up by the hash of the whole secret each time: a revocation holds from
 * the next request on, on every node. Guesses are not kept. */
export async function findTokenCaller(
  { database, clock }: ActionDeps,
  secret: string,
): Promise<TokenPrincipal | ExpiredToken | null> {
  const found = await findToken(database.queries, hashSecret(secret))
  if (!found) return null
  const { orgId, orgUid, orgName, userId, email, name, role, lastUsedAt } = found
  const { tokenId: id, label, tokenPrefix, scopes, expiresAt } = found
  const now = clock()
  if (expiresAt !== null && expiresAt <= now) return { kind: 'expired', expiredAt: expiresAt }
  if (lastUsedAt === null || now - lastUsedAt >= TOKEN_TOUCH_MS) {
    const times = { at: now, before: now - TOKEN_TOUCH_MS }
    await isNoted(touchToken(database.serviceScope(found), id, times))
  }
  const token = { id, label, tokenPrefix, scopes, expiresAt }
  return { kind: 'token', orgId, orgUid, orgName, userId, email, name, role, token }
}

/** The caller that a session token identifies; null for one that is unknown or has ended. */
export async function findSessionCaller(deps: ActionDeps, token: string): Promise<SessionPrincipal | null> {
  const found = await findSession(deps.database.queries, hashSecret(token))
  const now = deps.clock()
  if (!found || found.expiresAt <= now) return null
  const isFresh = now - found.lastSeenAt < SESSION_TOUCH_MS
  const expiresAt = isFresh ? found.expiresAt : await noteSession(deps, found, now)
  const { sessionId, createdAt, lastSeenAt: _, ...caller } = found
  return { ...caller, kind: 'session', session: { id: sessionId, createdAt, expiresAt } }
}

/** @returns when the session ends. */
async function noteSession({ database }: ActionDeps, found: SessionCredential, now: number): Promise<number> {
  const scope = database.serviceScope(found)
  const expiresAt = sessionEnd(found.createdAt, now)
  const touching = touchSession(scope, found.sessionId, { lastSeenAt: now, expiresAt }).then(() =>
    touchUser(scope, found.userId, now),
  )
  return (await isNoted(touching)) ? expiresAt : found.expiresAt
}

/** False if the database takes no changes now, or not soon: reads go on, and the next request notes it again. */
async function isNoted(touching: Promise<unknown>): Promise<boolean> {
  const noted = touching.then(
    () => true,
    (error) => {
      if (isEngineFailure(error)) return false
      throw error
    },
  )
  return withinTime(noted, { ms: NOTE_WAIT_MS, late: false })
}
