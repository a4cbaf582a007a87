import type { PasswordResetConfirmBody } from '#contract/account/member.ts'
import { passwordResetMail, passwordResetNotice } from '#domain/notify/mail-text.ts'
import { findUserByEmail } from '#storage/account/credentials.ts'
import { readMember } from '#storage/account/member.ts'
import { lockOrg } from '#storage/account/org.ts'
import {
  countPasswordLinks,
  deletePasswordLinks,
  insertPasswordLink,
} from '#storage/account/password-link.ts'
import { deleteSessions } from '#storage/account/session.ts'
import { hasTwoFactor } from '#storage/account/two-factor.ts'
import { updatePasswordHash } from '#storage/account/user.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { memberTarget, recordAct, SERVICE_ACTOR, userActor } from '../acting.ts'
import { admitReset } from '../session/login-throttle.ts'
import { type Browser, startSession } from '../session/start-session.ts'
import type { PasswordHasher } from './hasher.ts'
import { linkUrl, type MailDeps, mailLink, mailNotice, newPasswordLink } from './link.ts'
import { linkGone, requireLink, useLink } from './require-link.ts'
import { requireGoodPassword, requirePasswordLength } from './rule.ts'

/** A member with this many valid links already has them in the mail; nobody can fill another person's mailbox. */
const LINKS_AT_ONCE = 3

export interface ResetDeps extends ActionDeps, MailDeps {
  config: { baseUrl: string | null }
}

/** Whether a link for a new password can be mailed: links never begin with the address that a request came to. */
export function canMailLinks({ mailer, config }: Pick<ResetDeps, 'mailer' | 'config'>): boolean {
  return mailer !== null && config.baseUrl !== null
}

/** `email` is lower case. Same answer and time whether there is such a user or not: the work follows the
 * answer. @throws rate_limit_exceeded */
export async function requestPasswordReset(
  deps: ResetDeps,
  asked: { email: string; ip: string },
): Promise<void> {
  await admitReset(deps, asked.ip)
  deps.background.run('to mail a link for a new password', () => mailResetLink(deps, asked))
}

async function mailResetLink(deps: ResetDeps, { email, ip }: { email: string; ip: string }): Promise<void> {
  const { database, config, clock, mailer } = deps
  // Never by the address that the request came to: its sender would choose where the link leads.
  if (!mailer || config.baseUrl === null) return
  const user = await findUserByEmail(database.queries, email)
  if (!user || user.passwordHash === null) return
  const { userId } = user
  const at = clock()
  const link = newPasswordLink('password_reset', at, 'sending')
  const isMade = await database.inOrg(user, async (scope) => {
    await lockOrg(scope)
    const member = await readMember(scope, userId)
    const present = await countPasswordLinks(scope, { userId, purpose: 'password_reset' }, at)
    if (!member || present >= LINKS_AT_ONCE) return false
    await insertPasswordLink(scope, userId, link)
    const act = { action: 'password.reset_requested', target: memberTarget(member) } as const
    await recordAct(scope, { actor: SERVICE_ACTOR, ip }, { at, ...act })
    return true
  })
  if (!isMade) return
  const text = passwordResetMail({ url: linkUrl(config.baseUrl, link), expiresAt: link.expiresAt })
  mailLink(deps, { org: user, link, to: email, text })
}

/** Ends every session. Two-factor sign-in stays on: a link alone signs nobody in around it.
 * @returns a new session token; null if a code is needed for one. @throws invalid_request, not_found, rate_limit_exceeded */
export async function confirmPasswordReset(
  deps: ActionDeps & MailDeps & { passwords: PasswordHasher },
  { token, password }: PasswordResetConfirmBody,
  browser: Browser,
): Promise<string | null> {
  requirePasswordLength(password)
  const { ip } = browser
  const link = await requireLink(deps, { purpose: 'password_reset', token, ip })
  await requireGoodPassword(password, { ...link, organization: link.orgName })
  const passwordHash = await deps.passwords.hash(password)
  await deps.database.inOrg(link, async (scope) => {
    await useLink(scope, link)
    const details = { sessions_ended: await replacePassword(scope, link.userId, passwordHash) }
    const act = { action: 'password.reset', target: memberTarget(link), details } as const
    await recordAct(scope, { actor: userActor(link), ip }, { at: deps.clock(), ...act })
  })
  const needsCode = await hasTwoFactor(deps.database.serviceScope(link), link.userId)
  const session = needsCode ? null : await startSession(deps, { ...link, passwordHash }, browser)
  if (session === null && !needsCode) throw linkGone(link.purpose)
  mailNotice(deps, link.email, passwordResetNotice({ at: deps.clock() }))
  return session
}

/** Sets a member's password; links and sessions of the old one end. @returns how many sessions did. */
export async function replacePassword(
  scope: OrgScope,
  userId: string,
  passwordHash: string,
): Promise<number> {
  await updatePasswordHash(scope, userId, passwordHash)
  await deletePasswordLinks(scope, userId)
  return deleteSessions(scope, userId)
}
