import type { Principal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import { ACCESS, type Permission, roleMay } from '#domain/access/permissions.ts'

/** @throws forbidden if the caller's role does not allow this. */
export function requireAccess({ role }: Principal, permission: Permission): void {
  if (roleMay(role, permission)) return
  throw new ServiceError('forbidden', `This needs the role ${ACCESS[permission].role}; yours is ${role}.`)
}
