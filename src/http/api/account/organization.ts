import { changeOrganization } from '#actions/accounts/change-organization.ts'
import type { Organization, OrganizationPatch } from '#contract/account/organization.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

export async function patchOrganization(
  call: SessionOnlyCall<{ body: OrganizationPatch }>,
): Promise<Organization> {
  return changeOrganization(call.services, callerOf(call), call.body)
}
