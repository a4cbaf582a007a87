import type { Principal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import { ACCESS, type Permission, roleMay } from '#domain/access/permissions.ts'
import { lacksSecondFactor } from '#domain/access/second-factor.ts'

/** @throws forbidden if the caller's role does not allow this, two_factor_setup_required for all but their own account */
export function requireAccess(principal: Principal, permission: Permission): void {
  if (principal.kind === 'session' && lacksSecondFactor(principal) && permission !== 'account') {
    throw new ServiceError('two_factor_setup_required')
  }
  const { role } = principal
  if (roleMay(role, permission)) return
  throw new ServiceError('forbidden', `This needs the role ${ACCESS[permission].role}; yours is ${role}.`)
}
