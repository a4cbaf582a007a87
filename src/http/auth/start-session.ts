import { randomUUID } from 'node:crypto'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import { findSession } from '#storage/credentials.ts'
import { deleteSession, insertSession } from '#storage/session.ts'
import { touchUser } from '#storage/user.ts'
import type { PublicCallBase } from '../route.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { sessionEnd } from './session-lifetime.ts'

const MAX_USER_AGENT_CHARS = 300

/** A user and the organization a session is for. */
export interface SessionOwner {
  userId: string
  orgId: number
  orgUid: string
}

/**
 * Signs a user in: a new token always, so that a cookie planted before is worth nothing, and an end to the
 * session that this browser had.
 */
export async function startSession(call: PublicCallBase, owner: SessionOwner): Promise<void> {
  const { services, request, reply } = call
  await endPresentSession(call)
  const token = newSecretToken()
  const now = services.clock()
  const session = {
    id: randomUUID(),
    tokenHash: hashSecret(token),
    userId: owner.userId,
    createdAt: now,
    expiresAt: sessionEnd(now, now),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_CHARS),
    ip: request.ip,
  }
  await services.database.inOrg(owner, async (scope) => {
    await insertSession(scope, session)
    await touchUser(scope, owner.userId, now)
  })
  setSessionCookie(reply, services.config, token)
}

/** Ends the session of the request's cookie, where it has one. */
export async function endPresentSession({ services, request }: PublicCallBase): Promise<void> {
  const token = readSessionCookie(request, services.config)
  if (!token) return
  const { database } = services
  const found = await findSession(database.queries, hashSecret(token))
  if (found) await deleteSession(database.scope(found), found.userId, found.sessionId)
}
