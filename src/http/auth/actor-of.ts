import type { Principal } from '#actions/accounts/principal.ts'
import type { Actor } from '#actions/action-deps.ts'

/** Who stands in the history for what this caller does: the user, or the token by itself. */
export function actorOf(principal: Principal): Actor & { id: string } {
  return principal.kind === 'token'
    ? { kind: 'token', id: principal.token.id }
    : { kind: 'user', id: principal.userId }
}
