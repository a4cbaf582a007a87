import type { AcceptInvitationBody, Invitation } from '#contract/account/member.ts'
import { isoTime } from '#contract/time.ts'
import { updateAccount } from '#storage/account/user.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { memberTarget, recordAct, userActor } from '../acting.ts'
import type { PasswordHasher } from '../password/hasher.ts'
import { linkGone, requireLink, useLink } from '../password/require-link.ts'
import { requireGoodPassword, requirePasswordLength } from '../password/rule.ts'
import { type Browser, startSession } from '../session/start-session.ts'

/** The organization and member of an invitation. @throws not_found, rate_limit_exceeded */
export async function readInvitation(
  deps: ActionDeps,
  { token, ip }: { token: string; ip: string },
): Promise<Invitation> {
  const link = await requireLink(deps, { purpose: 'invitation', token, ip })
  return {
    organization: link.orgName,
    email: link.email,
    name: link.name,
    role: link.role,
    expires_at: isoTime(link.expiresAt),
  }
}

/** @returns a session token. @throws invalid_request, not_found, rate_limit_exceeded */
export async function acceptInvitation(
  deps: ActionDeps & { passwords: PasswordHasher },
  { password, ...given }: AcceptInvitationBody,
  browser: Browser,
): Promise<string> {
  requirePasswordLength(password)
  const { ip } = browser
  const link = await requireLink(deps, { purpose: 'invitation', token: given.token, ip })
  const { userId, role, email, orgName: organization } = link
  const name = given.name || link.name
  await requireGoodPassword(password, { email, organization, name })
  const passwordHash = await deps.passwords.hash(password)
  await deps.database.inOrg(link, async (scope) => {
    await useLink(scope, link)
    await updateAccount(scope, userId, { name, passwordHash })
    const user = { userId, name, email }
    const act = { action: 'member.joined', target: memberTarget(user), details: { role } } as const
    await recordAct(scope, { actor: userActor(user), ip }, { at: deps.clock(), ...act })
  })
  const session = await startSession(deps, { ...link, passwordHash }, browser)
  if (session === null) throw linkGone(link.purpose)
  return session
}
