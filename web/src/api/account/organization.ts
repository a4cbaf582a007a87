import { request } from '../client.ts'
import type { Organization } from '../wire.ts'

/** Whether every member needs two-factor sign-in. */
export function requireTwoFactor(isRequired: boolean): Promise<Organization> {
  return request('PATCH', '/api/v1/organization', { body: { requires_two_factor: isRequired } })
}
