import type { TokenPrincipal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import { ACCESS, tokenRefusal } from '#domain/access/permissions.ts'
import type { PublicCallBase, Route } from '../../routes/route.ts'
import { RATE_WINDOW_SECONDS, type RateKind, type RateState } from './rate-windows.ts'

type GuardedRoute = Exclude<Route, { credential: 'none' }>

/** The answer always says how the token's rate window stands. @throws unauthenticated (a route for sessions
 * only), rate_limit_exceeded, forbidden (scope, or its creator's role), in this order. */
export function admitToken(base: PublicCallBase, principal: TokenPrincipal, route: GuardedRoute): void {
  const { services, request, reply } = base
  const { role, token } = principal
  const refusal = tokenRefusal({ role, scopes: token.scopes }, route.access)
  const kind = rateKind(route)
  if (refusal === 'session') {
    const key = { ip: request.ip, tokenPrefix: token.tokenPrefix }
    reply.headers(rateHeaders(services.rateWindows.look(key, kind)))
    throw new ServiceError('unauthenticated', 'This route does not accept access tokens. Sign in.')
  }
  countRequest(base, principal, kind)
  const rule = ACCESS[route.access]
  if (refusal === 'scope') throw lacksScope(rule.scope ?? '')
  if (refusal === 'role') {
    throw new ServiceError('forbidden', `This needs the role ${rule.role}; the token's creator is ${role}.`)
  }
}

/** Counts a request of a token; the answer says how its rate window stands. @throws rate_limit_exceeded */
export function countRequest(
  { services, request, reply }: PublicCallBase,
  { token }: TokenPrincipal,
  kind: RateKind,
): void {
  const state = services.rateWindows.admit({ ip: request.ip, tokenPrefix: token.tokenPrefix }, kind)
  reply.headers(rateHeaders(state))
  if (!state.admitted) throw tooMany(kind, state)
}

/** A request that needs only a read scope is a read, with any method. */
export function rateKind({ method, access }: Pick<GuardedRoute, 'method' | 'access'>): RateKind {
  return method === 'GET' || ACCESS[access].scope === 'read:agent' ? 'read' : 'write'
}

/** As in draft-ietf-httpapi-ratelimit-headers-06, the last draft with a field for each number. */
function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': `${limit};w=${RATE_WINDOW_SECONDS}`,
  }
}

function tooMany(kind: RateKind, { limit, resetSeconds }: RateState): ServiceError {
  return new ServiceError(
    'rate_limit_exceeded',
    `This token may make ${limit} ${kind}s a minute from one address. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  )
}

function lacksScope(scope: string): ServiceError {
  return new ServiceError('forbidden', `This needs a token with the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer realm="errata", error="insufficient_scope", scope="${scope}"` },
  })
}
