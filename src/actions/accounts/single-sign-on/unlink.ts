import type { Member } from '#contract/account/member.ts'
import { ServiceError } from '#contract/errors.ts'
import { deleteIdentity } from '#storage/account/oidc-identity.ts'
import { deleteSessions } from '#storage/account/session.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type Acting, type ActingCaller, byCommandLine, memberTarget, recordAct } from '../acting.ts'
import { viewMember } from '../member/member-view.ts'
import { requireMayReset, requireMember } from '../member/require-member.ts'
import type { SessionPrincipal } from '../principal.ts'
import { requireUser } from '../require-user.ts'
import { writeToMembers } from '../write-as-member.ts'

/** For someone whose account at the provider was replaced: the next one with their address is linked. Ends their sessions.
 * @throws not_found, forbidden, conflict */
export async function unlinkMember(
  deps: ActionDeps,
  caller: ActingCaller<SessionPrincipal>,
  userId: string,
): Promise<Member> {
  const at = deps.clock()
  const member = await writeToMembers(deps, caller, async (scope) => {
    const found = await requireMember(scope, userId)
    requireMayReset(caller, found)
    await unlink(scope, caller, { user: found, at })
    return requireMember(scope, found.userId)
  })
  return viewMember(member, at)
}

/** By the operator. @throws not_found, conflict */
export async function unlinkUser(deps: ActionDeps, email: string): Promise<void> {
  const user = await requireUser(deps, email)
  const at = deps.clock()
  await deps.database.inOrg(user, (scope) => unlink(scope, byCommandLine(user), { user, at }))
}

async function unlink(
  scope: OrgScope,
  by: Pick<Acting, 'actor' | 'ip'>,
  { user, at }: { user: { userId: string; name: string; email: string }; at: number },
): Promise<void> {
  if (!(await deleteIdentity(scope, user.userId))) {
    throw new ServiceError('conflict', `No account of a single sign-on provider is linked to ${user.email}.`)
  }
  const details = { sessions_ended: await deleteSessions(scope, user.userId) }
  await recordAct(scope, by, { at, action: 'single_sign_on.unlinked', target: memberTarget(user), details })
}
