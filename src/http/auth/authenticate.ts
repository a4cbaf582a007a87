import type { FastifyRequest } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { findSession, type SessionCredential } from '#storage/credentials.ts'
import { touchSession } from '#storage/session.ts'
import { touchUser } from '#storage/user.ts'
import type { ApiServices } from '../api-services.ts'
import type { Principal } from './principal.ts'
import { readSessionCookie } from './session-cookie.ts'
import { sessionEnd } from './session-lifetime.ts'

/** A session in use is noted at most this often: reads then cost no write. */
const TOUCH_MS = 5 * 60_000
/** Credentials of other callers. With one of them the cookie does not count. */
const OTHER_CREDENTIALS = ['authorization', 'x-compat-auth', 'x-sentry-auth']

/**
 * Who makes the request, by its session cookie alone.
 * @throws ServiceError unauthenticated
 */
export async function authenticate(request: FastifyRequest, services: ApiServices): Promise<Principal> {
  if (OTHER_CREDENTIALS.some((header) => request.headers[header] !== undefined)) {
    throw new ServiceError('unauthenticated', 'This route takes a session cookie only. Sign in.')
  }
  const token = readSessionCookie(request, services.config)
  if (!token) throw new ServiceError('unauthenticated')
  const found = await findSession(services.database.queries, hashSecret(token))
  const now = services.clock()
  if (!found || found.expiresAt <= now) throw new ServiceError('unauthenticated')
  const expiresAt = now - found.lastSeenAt < TOUCH_MS ? found.expiresAt : await touch(services, found, now)
  return {
    orgId: found.orgId,
    orgUid: found.orgUid,
    orgName: found.orgName,
    userId: found.userId,
    email: found.email,
    name: found.name,
    role: found.role,
    session: { id: found.sessionId, createdAt: found.createdAt, expiresAt },
  }
}

async function touch({ database }: ApiServices, found: SessionCredential, now: number): Promise<number> {
  const scope = { db: database.queries, orgId: found.orgId, orgUid: found.orgUid }
  const expiresAt = sessionEnd(found.createdAt, now)
  await touchSession(scope, found.sessionId, { lastSeenAt: now, expiresAt })
  await touchUser(scope, found.userId, now)
  return expiresAt
}
