import { randomUUID } from 'node:crypto'
import { hashSecret, newSecretToken } from '#platform/secret-token.ts'
import { findSession } from '#storage/credentials.ts'
import { isMissingReference } from '#storage/database.ts'
import { deleteSession, insertSession, type NewSession } from '#storage/session.ts'
import { touchUser } from '#storage/user.ts'
import type { ApiServices } from '../api-services.ts'
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
 * session that this browser had. False for who was removed from the organization meanwhile.
 */
export async function startSession(call: PublicCallBase, owner: SessionOwner): Promise<boolean> {
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
  const isStored = await storeSession(services, owner, session)
  if (isStored) setSessionCookie(reply, services.config, token)
  return isStored
}

async function storeSession(
  { database }: ApiServices,
  owner: SessionOwner,
  session: NewSession,
): Promise<boolean> {
  try {
    await database.inOrg(owner, async (scope) => {
      await insertSession(scope, session)
      await touchUser(scope, owner.userId, session.createdAt)
    })
    return true
  } catch (error) {
    if (isMissingReference(error)) return false
    throw error
  }
}

/** Ends the session of the request's cookie, where it has one. */
export async function endPresentSession({ services, request }: PublicCallBase): Promise<void> {
  const token = readSessionCookie(request, services.config)
  if (!token) return
  const { database } = services
  const found = await findSession(database.queries, hashSecret(token))
  if (found) await deleteSession(database.scope(found), found.userId, found.sessionId)
}
