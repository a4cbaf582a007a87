import { ServiceError } from '#contract/errors.ts'
import { ROLES, type Role } from '#contract/vocabulary.ts'

/** @throws ServiceError forbidden where the role may do less than the route asks for. */
export function requireRole(role: Role, least: Role): void {
  if (ROLES.indexOf(role) <= ROLES.indexOf(least)) return
  throw new ServiceError('forbidden', `This needs the role ${least}; yours is ${role}.`)
}
