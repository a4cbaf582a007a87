import { requireTwoFactorOfEveryone } from '#actions/accounts/two-factor/require-of-everyone.ts'
import type { Organization, OrganizationPatch } from '#contract/account/organization.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

export async function patchOrganization(
  call: SessionOnlyCall<{ body: OrganizationPatch }>,
): Promise<Organization> {
  return requireTwoFactorOfEveryone(call.services, callerOf(call), call.body)
}
