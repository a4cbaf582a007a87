import type { Principal } from '#actions/accounts/principal.ts'
import type { Actor } from '#actions/action-deps.ts'

export function actorOf(principal: Principal): Actor & { id: string } {
  return principal.kind === 'token'
    ? { kind: 'token', id: principal.token.id }
    : { kind: 'user', id: principal.userId }
}
