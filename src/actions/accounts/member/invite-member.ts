import type { InvitedMember, NewMember } from '#contract/account/member.ts'
import { ServiceError } from '#contract/errors.ts'
import { invitationMail } from '#domain/notify/mail-text.ts'
import type { MemberRow } from '#storage/account/member.ts'
import { deletePasswordLinks, insertPasswordLink } from '#storage/account/password-link.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { PasswordHasher } from '../password/hasher.ts'
import { linkUrl, type MadeLink, type MailDeps, mailLink, newPasswordLink } from '../password/link.ts'
import { requireGoodPassword } from '../password/rule.ts'
import { admitMemberLink } from '../session/login-throttle.ts'
import { writeToMembers } from '../write-as-member.ts'
import { admitLinkOf } from './admit-link.ts'
import { makeMember } from './make-member.ts'
import { viewMember } from './member-view.ts'
import { requireMayChange, requireMember } from './require-member.ts'

export interface InviteDeps extends ActionDeps, MailDeps {
  passwords: PasswordHasher
}

export interface Inviter {
  caller: ActingCaller
  /** @throws conflict if there is no address that links may begin with. */
  linkOrigin(): string
}

/** With a password or a link, mailed if a mail server is set.
 * @throws forbidden, conflict, invalid_request, rate_limit_exceeded */
export async function createMember(
  deps: InviteDeps,
  inviter: Inviter,
  body: NewMember,
): Promise<InvitedMember> {
  const { caller } = inviter
  requireMayChange(caller, { before: null, after: body.role })
  if (caller.kind === 'token' && body.password !== undefined) throw noPasswordByToken()
  const invitation = body.password === undefined ? newInvitation(deps) : null
  if (invitation) requireLinkOrigin(inviter)
  if (invitation && deps.mailer) await admitMemberLink(deps, { orgUid: caller.orgUid, email: body.email })
  const access = invitation ? { invitation } : { passwordHash: await hashOf(deps, caller, body) }
  const { email, role, name = '' } = body
  const createdAt = deps.clock()
  const member = await makeMember(deps, caller, { email, role, name, access, createdAt })
  if (!invitation) return viewMember(member, createdAt)
  mailInvitation(deps, inviter, { member, link: invitation })
  return { ...viewMember(member, createdAt), ...shownLink(inviter, invitation) }
}

/** Makes a new link for an open invitation; the old one ends.
 * @throws not_found, forbidden, conflict, rate_limit_exceeded */
export async function inviteAgain(
  deps: ActionDeps & MailDeps,
  inviter: Inviter,
  userId: string,
): Promise<InvitedMember> {
  const { caller } = inviter
  const invitation = newInvitation(deps)
  requireLinkOrigin(inviter)
  await admitLinkOf(deps, caller, userId)
  const member = await writeToMembers(deps, caller, async (scope) => {
    const found = await requireMember(scope, userId)
    requireMayChange(caller, { before: found.role, after: found.role })
    if (!found.isPending) {
      throw new ServiceError('conflict', `${found.email} has already accepted and can sign in.`)
    }
    await deletePasswordLinks(scope, found.userId)
    await insertPasswordLink(scope, found.userId, invitation)
    const act = { action: 'member.invitation_renewed', target: memberTarget(found) } as const
    await recordAct(scope, caller, { at: deps.clock(), ...act })
    return requireMember(scope, found.userId)
  })
  mailInvitation(deps, inviter, { member, link: invitation })
  return { ...viewMember(member, invitation.createdAt), ...shownLink(inviter, invitation) }
}

async function hashOf(
  { passwords }: InviteDeps,
  { orgName: organization }: ActingCaller,
  { password = '', email, name }: NewMember,
): Promise<string> {
  await requireGoodPassword(password, { email, name, organization })
  return passwords.hash(password)
}

function newInvitation({ clock, mailer }: ActionDeps & MailDeps): MadeLink {
  return newPasswordLink('invitation', clock(), mailer ? 'sending' : 'none')
}

function mailInvitation(
  deps: ActionDeps & MailDeps,
  { caller, linkOrigin }: Inviter,
  { member, link }: { member: MemberRow; link: MadeLink },
): void {
  const text = invitationMail({
    organization: caller.orgName,
    invitedBy: caller.name || caller.email,
    url: linkUrl(linkOrigin(), link),
    expiresAt: link.expiresAt,
  })
  mailLink(deps, { org: caller, link, to: member.email, text })
}

function noPasswordByToken(): ServiceError {
  return new ServiceError(
    'forbidden',
    "An access token can't set a password. Leave it out: the member chooses one with the invitation link.",
  )
}

/** Before anything is written: a link that is shown needs an address to begin with. A mailed one always has. */
function requireLinkOrigin({ caller, linkOrigin }: Inviter): void {
  if (caller.kind === 'session') linkOrigin()
}

/** A token's holder could use the link up, and would have a login that outlives the token. */
function shownLink({ caller, linkOrigin }: Inviter, link: MadeLink): Pick<InvitedMember, 'invite_url'> {
  return caller.kind === 'token' ? {} : { invite_url: linkUrl(linkOrigin(), link) }
}
