import type { FastifyRequest } from 'fastify'
import { findSessionCaller, findTokenCaller } from '#actions/accounts/find-caller.ts'
import type { Principal, SessionPrincipal, TokenPrincipal } from '#actions/accounts/principal.ts'
import { readBearerToken } from '#actions/accounts/token/secret.ts'
import { ServiceError } from '#contract/errors.ts'
import { isoTime } from '#contract/time.ts'
import type { ApiServices } from '../api-services.ts'
import type { Route } from '../routes/route.ts'
import { readSessionCookie } from './session/cookie.ts'

/** Credentials of the ingest routes. With one of them the cookie does not count. */
const DSN_HEADERS = ['x-compat-auth', 'x-sentry-auth']
const REPLACE = 'An owner or admin can create another one under Settings → Tokens.'
const CHALLENGE = 'Bearer realm="errata"'

/** Identifies the caller: by its `Authorization` header alone if it has one, else by its session cookie.
 * What does not look like a token is not looked up. @throws unauthenticated */
export async function authenticate(
  request: FastifyRequest,
  services: ApiServices,
  { credential }: Pick<Route, 'credential'>,
): Promise<Principal> {
  const { authorization } = request.headers
  if (authorization !== undefined) return authenticateToken(authorization, services)
  if (credential === 'token')
    throw refused('This route accepts access tokens only. Send one as a bearer token.')
  if (DSN_HEADERS.some((header) => request.headers[header] !== undefined)) {
    throw new ServiceError('unauthenticated', 'A DSN key is for sending events only. Sign in.')
  }
  return authenticateSession(request, services)
}

async function authenticateToken(authorization: string, services: ApiServices): Promise<TokenPrincipal> {
  const secret = readBearerToken(authorization)
  const found = secret && (await findTokenCaller(services, secret))
  if (!found) throw refused('The access token is invalid or was revoked.')
  if (found.kind === 'expired') {
    throw refused(`The access token expired at ${isoTime(found.expiredAt)}. ${REPLACE}`)
  }
  return found
}

function refused(message: string): ServiceError {
  return new ServiceError('unauthenticated', message, { headers: { 'www-authenticate': CHALLENGE } })
}

async function authenticateSession(
  request: FastifyRequest,
  services: ApiServices,
): Promise<SessionPrincipal> {
  const token = readSessionCookie(request, services.config)
  const found = token && (await findSessionCaller(services, token))
  if (!found) throw new ServiceError('unauthenticated')
  return found
}
