import { acceptInvitation as accept, readInvitation } from '#actions/accounts/member/invitation.ts'
import type { AcceptInvitationBody, Invitation, InvitationBody } from '#contract/account/member.ts'
import { browserOf, signIn } from '../../auth/session/sign-in.ts'
import type { PublicCall } from '../../routes/route.ts'

export async function postInvitation(call: PublicCall<{ body: InvitationBody }>): Promise<Invitation> {
  return readInvitation(call.services, { token: call.body.token, ip: browserOf(call).ip })
}

export async function acceptInvitation(call: PublicCall<{ body: AcceptInvitationBody }>): Promise<void> {
  signIn(call, await accept(call.services, call.body, browserOf(call)))
}
