import type { Organization, OrganizationPatch } from '#contract/account/organization.ts'
import { ServiceError } from '#contract/errors.ts'
import { readOrgSettings, updateOrgSettings } from '#storage/account/org.ts'
import type { ActionDeps } from '../action-deps.ts'
import { type ActingCaller, recordChange } from './acting.ts'
import { changedFields } from './changed-fields.ts'
import type { SessionPrincipal } from './principal.ts'
import { writeToMembers } from './write-as-member.ts'

/** A required second factor is asked for from the next request on, in all sessions.
 * @throws conflict if the caller's own sign-in is without it */
export async function changeOrganization(
  deps: ActionDeps,
  caller: ActingCaller<SessionPrincipal>,
  patch: OrganizationPatch,
): Promise<Organization> {
  const { orgUid: id } = caller
  if (patch.requires_two_factor && !caller.hasSecondFactor) {
    throw new ServiceError('conflict', 'Turn on two-factor sign-in for your own account first.')
  }
  return writeToMembers(deps, caller, async (scope) => {
    const before = await readOrgSettings(scope)
    const { name = before.name, requires_two_factor = before.requires_two_factor } = patch
    const after = { name, requires_two_factor }
    await updateOrgSettings(scope, after)
    const details = changedFields(before, after, ['name', 'requires_two_factor'])
    const target = { kind: 'organization', id, name } as const
    await recordChange(scope, caller, { at: deps.clock(), action: 'organization.changed', target, details })
    return { id, ...after }
  })
}
