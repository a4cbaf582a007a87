import { createMember, type Inviter, inviteAgain } from '#actions/accounts/member/invite-member.ts'
import {
  changeMember,
  listMembers,
  makeMemberResetLink,
  removeMember,
} from '#actions/accounts/member/members.ts'
import {
  invitedMember,
  member,
  memberList,
  memberPatch,
  newMember,
  resetLink,
} from '#contract/account/member.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import { linkOrigin } from '../../link-origin.ts'
import { LIMIT_TEXTS } from '../limit-texts.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route } from '../route.ts'

const NEW_LINK = { limit: LIMIT_TEXTS.newLinks, errors: ['conflict', 'rate_limit_exceeded'] } as const
const OF_MEMBER = { access: 'members:write', params: idParams, errors: ['conflict'] } as const

export const MEMBER_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/members',
    { access: 'members:read', summary: 'List members', answer: memberList },
    ({ services, principal }) =>
      listMembers(services, principal, { showsSignIn: principalMay(principal, 'members:write') }),
  ),
  authenticatedRoute(
    'POST /api/v1/members',
    {
      access: 'members:write',
      summary: 'Create or invite a member',
      body: newMember,
      answer: invitedMember,
      status: 201,
      ...NEW_LINK,
    },
    (call) => createMember(call.services, inviterOf(call), call.body),
  ),
  authenticatedRoute(
    'PATCH /api/v1/members/{id}',
    { ...OF_MEMBER, summary: 'Change the role of a member', body: memberPatch, answer: member },
    (call) => changeMember(call.services, callerOf(call), { ...call.body, id: call.params.id }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/members/{id}',
    { ...OF_MEMBER, summary: 'Remove a member', answer: deletedAnswer },
    async (call) => {
      await removeMember(call.services, callerOf(call), call.params.id)
      return { deleted: true } as const
    },
  ),
  authenticatedRoute(
    'POST /api/v1/members/{id}/invite',
    { ...OF_MEMBER, ...NEW_LINK, summary: 'Renew an invitation link', answer: invitedMember },
    (call) => inviteAgain(call.services, inviterOf(call), call.params.id),
  ),
  authenticatedRoute(
    'POST /api/v1/members/{id}/reset-link',
    {
      ...OF_MEMBER,
      ...NEW_LINK,
      access: 'members:reset',
      summary: 'Create a password reset link',
      answer: resetLink,
      status: 201,
    },
    async (call) => {
      const request = { userId: call.params.id, linkOrigin: linkOrigin(call) }
      return makeMemberResetLink(call.services, callerOf(call), request)
    },
  ),
]

function inviterOf(call: AuthenticatedCall): Inviter {
  return { caller: callerOf(call), linkOrigin: () => linkOrigin(call) }
}
