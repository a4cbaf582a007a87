import type { Organization, OrganizationPatch } from '#contract/account/organization.ts'
import { ServiceError } from '#contract/errors.ts'
import { readRequiresTwoFactor, updateRequiresTwoFactor } from '#storage/account/org.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, recordChange } from '../acting.ts'
import { changedFields } from '../changed-fields.ts'
import type { SessionPrincipal } from '../principal.ts'
import { lockMembersAs, writeAsMember } from '../write-as-member.ts'

/** From the next request on, in all sessions. @throws conflict if the caller's own sign-in is without it */
export async function requireTwoFactorOfEveryone(
  deps: ActionDeps,
  caller: ActingCaller<SessionPrincipal>,
  patch: OrganizationPatch,
): Promise<Organization> {
  const { orgUid: id, orgName: name } = caller
  if (patch.requires_two_factor && !caller.hasSecondFactor) {
    throw new ServiceError('conflict', 'Turn on two-factor sign-in for your own account first.')
  }
  await writeAsMember(deps, caller, async (scope) => {
    await lockMembersAs(scope, caller)
    const before = { requires_two_factor: await readRequiresTwoFactor(scope) }
    await updateRequiresTwoFactor(scope, patch.requires_two_factor)
    const details = changedFields(before, patch, ['requires_two_factor'])
    const target = { kind: 'organization', id, name } as const
    await recordChange(scope, caller, { at: deps.clock(), action: 'organization.changed', target, details })
  })
  return { id, name, ...patch }
}
