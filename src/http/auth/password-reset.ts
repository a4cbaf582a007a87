import type { PasswordResetBody, PasswordResetConfirmBody } from '#contract/member.ts'
import { passwordResetMail, passwordResetNotice } from '#domain/mail-text.ts'
import { recordAudit } from '#storage/audit-entry.ts'
import { findUserByEmail } from '#storage/credentials.ts'
import { lockMembers, readMember } from '#storage/member.ts'
import { countPasswordLinks, deletePasswordLinks, insertPasswordLink } from '#storage/password-link.ts'
import { deleteSessions } from '#storage/session.ts'
import { updatePasswordHash } from '#storage/user.ts'
import type { ApiServices } from '../api-services.ts'
import type { PublicCall } from '../route.ts'
import { admitReset } from './login-throttle.ts'
import { linkUrl, mailLink, mailNotice, newPasswordLink } from './password-link.ts'
import { requireGoodPassword } from './password-rule.ts'
import { recordActOf, SERVICE_ACTOR, userActor } from './record-act.ts'
import { linkGone, requireLink, useLink } from './require-link.ts'
import { startSession } from './start-session.ts'

/** Who has this many that still work finds them in the mail; nobody fills another person's mailbox. */
const LINKS_AT_ONCE = 3

/**
 * POST /api/v1/auth/password-reset. The same answer in the same time whether there is such a user or not: what
 * follows is done after it.
 */
export async function requestPasswordReset(call: PublicCall<{ body: PasswordResetBody }>): Promise<void> {
  const { services, request, body } = call
  const { ip } = request
  await admitReset(services, ip)
  services.background.run('to mail a link for a new password', () =>
    mailResetLink(services, { email: body.email.trim().toLowerCase(), ip }),
  )
}

async function mailResetLink(
  services: ApiServices,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const { database, config, clock, mailer } = services
  // Never by the address that the request came to: its sender would choose where the link leads.
  if (!mailer || config.baseUrl === null) return
  const user = await findUserByEmail(database.queries, email)
  if (!user || user.passwordHash === null) return
  const { userId } = user
  const at = clock()
  const link = newPasswordLink('password_reset', at, 'sending')
  const isMade = await database.inOrg(user, async (scope) => {
    await lockMembers(scope)
    const member = await readMember(scope, userId)
    const present = await countPasswordLinks(scope, { userId, purpose: 'password_reset' }, at)
    if (!member || present >= LINKS_AT_ONCE) return false
    await insertPasswordLink(scope, userId, link)
    const target = { kind: 'member', id: userId, name: member.name || email } as const
    await recordAudit(scope, { at, actor: SERVICE_ACTOR, ip, action: 'password.reset_requested', target })
    return true
  })
  if (!isMade) return
  const text = passwordResetMail({ url: linkUrl(config.baseUrl, link), expiresAt: link.expiresAt })
  mailLink(services, { org: user, link, to: email, text })
}

/** POST /api/v1/auth/password-reset/confirm: sets the password, ends every session there was and signs in. */
export async function confirmPasswordReset(
  call: PublicCall<{ body: PasswordResetConfirmBody }>,
): Promise<void> {
  const { services, body } = call
  requireGoodPassword(body.password)
  const link = await requireLink(call, 'password_reset', body.token)
  const passwordHash = await services.passwords.hash(body.password)
  const { userId, email, name } = link
  await services.database.inOrg(link, async (scope) => {
    await useLink(scope, link)
    await updatePasswordHash(scope, userId, passwordHash)
    await deletePasswordLinks(scope, userId)
    const ended = await deleteSessions(scope, userId)
    await recordActOf(call, scope, {
      actor: userActor(link),
      action: 'password.reset',
      target: { kind: 'member', id: userId, name: name || email },
      details: { sessions_ended: ended },
    })
  })
  if (!(await startSession(call, link))) throw linkGone(link.purpose)
  mailNotice(services, email, passwordResetNotice({ at: services.clock() }))
}
