import type { FastifyRequest } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { touchToken } from '#storage/agent-token.ts'
import { findSession, type SessionCredential } from '#storage/credentials.ts'
import { touchSession } from '#storage/session.ts'
import { findToken } from '#storage/token-credential.ts'
import { touchUser } from '#storage/user.ts'
import type { ApiServices } from '../api-services.ts'
import type { Route } from '../route.ts'
import type { Principal, SessionPrincipal, TokenPrincipal } from './principal.ts'
import { readSessionCookie } from './session-cookie.ts'
import { sessionEnd } from './session-lifetime.ts'
import { readBearerToken } from './token-secret.ts'

/** A credential in use is noted at most this often: reads then cost no write. */
const SESSION_TOUCH_MS = 5 * 60_000
const TOKEN_TOUCH_MS = 60_000
/** Credentials of the ingest routes. With one of them the cookie does not count. */
const DSN_HEADERS = ['x-compat-auth', 'x-sentry-auth']
const CHALLENGE = 'Bearer realm="errata"'

/**
 * Who makes the request: by its `Authorization` header alone where it has one, else by its session cookie.
 * A token is looked up by the hash of the whole secret each time, so that a revocation holds from the next
 * request on, on every node; of guesses nothing is kept, and what does not look like a token is not looked up.
 * @throws ServiceError unauthenticated
 */
export async function authenticate(
  request: FastifyRequest,
  services: ApiServices,
  { credential }: Pick<Route, 'credential'>,
): Promise<Principal> {
  const { authorization } = request.headers
  if (authorization !== undefined) return authenticateToken(authorization, services)
  if (credential === 'token') throw refused('This route takes access tokens only. Send one as a bearer.')
  if (DSN_HEADERS.some((header) => request.headers[header] !== undefined)) {
    throw new ServiceError('unauthenticated', 'A DSN key is for sending events only. Sign in.')
  }
  return authenticateSession(request, services)
}

async function authenticateToken(authorization: string, services: ApiServices): Promise<TokenPrincipal> {
  const { database, clock } = services
  const secret = readBearerToken(authorization)
  const found = secret ? await findToken(database.queries, hashSecret(secret)) : undefined
  if (!found) throw refused('The access token is not valid, or was revoked.')
  const { orgId, orgUid, orgName, userId, email, name, role, lastUsedAt } = found
  const { tokenId: id, label, tokenPrefix, scopes } = found
  const now = clock()
  if (lastUsedAt === null || now - lastUsedAt >= TOKEN_TOUCH_MS) {
    await touchToken(database.scope(found), id, { at: now, before: now - TOKEN_TOUCH_MS })
  }
  const token = { id, label, tokenPrefix, scopes }
  return { kind: 'token', orgId, orgUid, orgName, userId, email, name, role, token }
}

function refused(message: string): ServiceError {
  return new ServiceError('unauthenticated', message, { headers: { 'www-authenticate': CHALLENGE } })
}

async function authenticateSession(
  request: FastifyRequest,
  services: ApiServices,
): Promise<SessionPrincipal> {
  const token = readSessionCookie(request, services.config)
  if (!token) throw new ServiceError('unauthenticated')
  const found = await findSession(services.database.queries, hashSecret(token))
  const now = services.clock()
  if (!found || found.expiresAt <= now) throw new ServiceError('unauthenticated')
  const isFresh = now - found.lastSeenAt < SESSION_TOUCH_MS
  const expiresAt = isFresh ? found.expiresAt : await touchSessionAndUser(services, found, now)
  const { orgId, orgUid, orgName, userId, email, name, role } = found
  const session = { id: found.sessionId, createdAt: found.createdAt, expiresAt }
  return { kind: 'session', orgId, orgUid, orgName, userId, email, name, role, session }
}

async function touchSessionAndUser(
  { database }: ApiServices,
  found: SessionCredential,
  now: number,
): Promise<number> {
  const scope = database.scope(found)
  const expiresAt = sessionEnd(found.createdAt, now)
  await touchSession(scope, found.sessionId, { lastSeenAt: now, expiresAt })
  await touchUser(scope, found.userId, now)
  return expiresAt
}
