import type { AcceptInvitationBody, Invitation, InvitationBody } from '#contract/member.ts'
import { updateAccount } from '#storage/user.ts'
import type { PublicCall } from '../route.ts'
import { requireGoodPassword } from './password-rule.ts'
import { recordActOf, userActor } from './record-act.ts'
import { linkGone, requireLink, useLink } from './require-link.ts'
import { startSession } from './start-session.ts'

/** POST /api/v1/auth/invitation: what a link is to. The token is in the body, which reaches no log. */
export async function postInvitation(call: PublicCall<{ body: InvitationBody }>): Promise<Invitation> {
  const link = await requireLink(call, 'invitation', call.body.token)
  return {
    organization: link.orgName,
    email: link.email,
    name: link.name,
    role: link.role,
    expires_at: new Date(link.expiresAt).toISOString(),
  }
}

/** POST /api/v1/auth/accept-invitation: sets the password and signs in. */
export async function acceptInvitation(call: PublicCall<{ body: AcceptInvitationBody }>): Promise<void> {
  const { services, body } = call
  requireGoodPassword(body.password)
  const link = await requireLink(call, 'invitation', body.token)
  const passwordHash = await services.passwords.hash(body.password)
  const { userId, email, role } = link
  const name = body.name || link.name
  await services.database.inOrg(link, async (scope) => {
    await useLink(scope, link)
    await updateAccount(scope, userId, { name, passwordHash })
    await recordActOf(call, scope, {
      actor: userActor({ userId, name, email }),
      action: 'member.joined',
      target: { kind: 'member', id: userId, name: name || email },
      details: { role },
    })
  })
  if (!(await startSession(call, link))) throw linkGone(link.purpose)
}
