import type { Principal } from '#actions/accounts/principal.ts'
import { type Permission, roleMay, tokenRefusal } from '#domain/access/permissions.ts'

/** For what a route allows some of its callers only. */
export function principalMay(principal: Principal, permission: Permission): boolean {
  const { role } = principal
  if (principal.kind === 'session') return roleMay(role, permission)
  return tokenRefusal({ role, scopes: principal.token.scopes }, permission) === null
}
