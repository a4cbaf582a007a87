import type { Actor } from '#triage/triage-deps.ts'
import type { Principal } from './principal.ts'

/** Who stands in the history for what this caller does: the user, or the token by itself. */
export function actorOf(principal: Principal): Actor {
  return principal.kind === 'token'
    ? { kind: 'token', id: principal.token.id }
    : { kind: 'user', id: principal.userId }
}
