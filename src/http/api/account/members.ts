import { createMember, type Inviter, inviteAgain } from '#actions/accounts/member/invite-member.ts'
import {
  changeMember,
  listMembers,
  makeMemberResetLink,
  removeMember,
} from '#actions/accounts/member/members.ts'
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
import type { SessionCall, SessionOnlyCall } from '../../routes/route.ts'
import { linkOrigin } from '../link-origin.ts'

/** GET /api/v1/members. */
export async function getMembers({ services, principal }: SessionCall): Promise<MemberList> {
  return listMembers(services, principal)
}

/** POST /api/v1/members: with a password, or with an invitation link, which is mailed if a mail server is set. */
export async function postMember(call: SessionCall<{ body: NewMember }>): Promise<InvitedMember> {
  return createMember(call.services, inviterOf(call), call.body)
}

/** POST /api/v1/members/{id}/invite: a new link for who has not accepted yet; the old one no longer works. */
export async function postInvite(call: SessionCall<{ params: IdParams }>): Promise<InvitedMember> {
  return inviteAgain(call.services, inviterOf(call), call.params.id)
}

/** PATCH /api/v1/members/{id}: another role. */
export async function patchMember(
  call: SessionCall<{ params: IdParams; body: MemberPatch }>,
): Promise<Member> {
  return changeMember(call.services, callerOf(call), { ...call.body, id: call.params.id })
}

/** DELETE /api/v1/members/{id}: with sessions, tokens and links; their issues are nobody's then. */
export async function deleteMember(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await removeMember(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

/** POST /api/v1/members/{id}/reset-link: for who forgot the password, where no mail can bring a link. */
export async function postResetLink(call: SessionOnlyCall<{ params: IdParams }>): Promise<ResetLink> {
  const request = { userId: call.params.id, linkOrigin: linkOrigin(call) }
  return makeMemberResetLink(call.services, callerOf(call), request)
}

function inviterOf(call: SessionCall): Inviter {
  return { caller: callerOf(call), linkOrigin: () => linkOrigin(call) }
}
