import { request } from '../client.ts'
import type { Organization, OrganizationPatch } from '../wire.ts'

export function changeOrganization(patch: OrganizationPatch): Promise<Organization> {
  return request('PATCH', '/api/v1/organization', { body: patch })
}
