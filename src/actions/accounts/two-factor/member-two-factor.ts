import type { Member } from '#contract/account/member.ts'
import { ServiceError } from '#contract/errors.ts'
import { twoFactorOffNotice } from '#domain/notify/mail-text.ts'
import { deleteTwoFactor } from '#storage/account/two-factor.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, byCommandLine, memberTarget, recordAct } from '../acting.ts'
import { viewMember } from '../member/member-view.ts'
import { requireMayReset, requireMember } from '../member/require-member.ts'
import { type MailDeps, mailNotice } from '../password/link.ts'
import type { SessionPrincipal } from '../principal.ts'
import { requireUser } from '../require-user.ts'
import { writeToMembers } from '../write-as-member.ts'

/** For someone who has lost their device. Who may is who may make them a reset link: with both, one could sign in as
 * them. @throws not_found, forbidden, conflict */
export async function disableMemberTwoFactor(
  deps: ActionDeps & MailDeps,
  caller: ActingCaller<SessionPrincipal>,
  userId: string,
): Promise<Member> {
  const at = deps.clock()
  const member = await writeToMembers(deps, caller, async (scope) => {
    const found = await requireMember(scope, userId)
    // Their own asks for the password.
    if (found.userId === caller.userId) {
      throw new ServiceError('forbidden', 'Turn off your own two-factor sign-in under Account.')
    }
    requireMayReset(caller, found)
    if (!(await deleteTwoFactor(scope, found.userId))) throw isOff(found.email)
    const act = { action: 'two_factor.disabled', target: memberTarget(found) } as const
    await recordAct(scope, caller, { at, ...act })
    return requireMember(scope, found.userId)
  })
  mailNotice(deps, member.email, twoFactorOffNotice({ by: caller.name || caller.email, at }))
  return viewMember(member, at)
}

/** By the operator. @throws not_found, conflict */
export async function disableUserTwoFactor(deps: ActionDeps, email: string): Promise<void> {
  const user = await requireUser(deps, email)
  await deps.database.inOrg(user, async (scope) => {
    if (!(await deleteTwoFactor(scope, user.userId))) throw isOff(user.email)
    const act = { action: 'two_factor.disabled', target: memberTarget(user) } as const
    await recordAct(scope, byCommandLine(user), { at: deps.clock(), ...act })
  })
}

function isOff(email: string): ServiceError {
  return new ServiceError('conflict', `Two-factor sign-in is off for ${email}.`)
}
