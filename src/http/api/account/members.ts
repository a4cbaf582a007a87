import { createMember, type Inviter, inviteAgain } from '#actions/accounts/member/invite-member.ts'
import {
  changeMember,
  listMembers,
  makeMemberResetLink,
  removeMember,
} from '#actions/accounts/member/members.ts'
import { unlinkMember } from '#actions/accounts/single-sign-on/unlink.ts'
import { disableMemberTwoFactor } from '#actions/accounts/two-factor/member-two-factor.ts'
import type {
  InvitedMember,
  Member,
  MemberList,
  MemberPatch,
  NewMember,
  ResetLink,
} from '#contract/account/member.ts'
import type { DeletedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import type { AuthenticatedCall, SessionOnlyCall } from '../../routes/route.ts'
import { linkOrigin } from '../link-origin.ts'

export async function getMembers({ services, principal }: AuthenticatedCall): Promise<MemberList> {
  const showsSignIn = principalMay(principal, 'members:write')
  return listMembers(services, principal, { showsSignIn })
}

export async function postMember(call: AuthenticatedCall<{ body: NewMember }>): Promise<InvitedMember> {
  return createMember(call.services, inviterOf(call), call.body)
}

export async function postInvite(call: AuthenticatedCall<{ params: IdParams }>): Promise<InvitedMember> {
  return inviteAgain(call.services, inviterOf(call), call.params.id)
}

export async function patchMember(
  call: AuthenticatedCall<{ params: IdParams; body: MemberPatch }>,
): Promise<Member> {
  return changeMember(call.services, callerOf(call), { ...call.body, id: call.params.id })
}

export async function deleteMember(call: AuthenticatedCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await removeMember(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

export async function deleteTwoFactor(call: SessionOnlyCall<{ params: IdParams }>): Promise<Member> {
  return disableMemberTwoFactor(call.services, callerOf(call), call.params.id)
}

export async function deleteSingleSignOn(call: SessionOnlyCall<{ params: IdParams }>): Promise<Member> {
  return unlinkMember(call.services, callerOf(call), call.params.id)
}

export async function postResetLink(call: SessionOnlyCall<{ params: IdParams }>): Promise<ResetLink> {
  const request = { userId: call.params.id, linkOrigin: linkOrigin(call) }
  return makeMemberResetLink(call.services, callerOf(call), request)
}

function inviterOf(call: AuthenticatedCall): Inviter {
  return { caller: callerOf(call), linkOrigin: () => linkOrigin(call) }
}
