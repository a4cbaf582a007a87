import { ServiceError } from '#contract/errors.ts'
import type {
  InvitedMember,
  Member,
  MemberList,
  MemberPatch,
  NewMember,
  ResetLink,
} from '#contract/member.ts'
import type { DeletedAnswer } from '#contract/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { invitationMail, resetLinkNotice } from '#domain/mail-text.ts'
import { mayChangeMember, mayResetPassword } from '#domain/member-rule.ts'
import type { AuditTarget } from '#storage/audit-entry.ts'
import {
  deleteMember as deleteStoredMember,
  hasOtherOwner,
  listMembers,
  lockMembers,
  type MemberRow,
  readMember,
  unassignIssues,
  updateRole,
} from '#storage/member.ts'
import { deletePasswordLinks, insertPasswordLink } from '#storage/password-link.ts'
import type { OrgScope } from '#storage/scope.ts'
import { actorOf } from '../auth/actor-of.ts'
import { addMember } from '../auth/add-member.ts'
import {
  linkUrl,
  type MadeLink,
  mailLink,
  mailNotice,
  mailStateAt,
  newPasswordLink,
} from '../auth/password-link.ts'
import { requireGoodPassword } from '../auth/password-rule.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionCall, SessionCallBase, SessionOnlyCall } from '../route.ts'
import { dsnOrigin } from './project-view.ts'

const isoTime = (at: number) => new Date(at).toISOString()

/** GET /api/v1/members. */
export async function getMembers({ scope, services }: SessionCall): Promise<MemberList> {
  return { members: (await listMembers(scope)).map((row) => viewMember(row, services.clock())) }
}

/** POST /api/v1/members: with a password, or with an invitation link, which is mailed where that is set up. */
export async function postMember(call: SessionCall<{ body: NewMember }>): Promise<InvitedMember> {
  const { services, body } = call
  requireMayChange(call, { before: null, after: body.role })
  const invitation = body.password === undefined ? newInvitation(call) : null
  const access = invitation ? { invitation } : { passwordHash: await hashOf(call, body.password!) }
  const { email, role } = body
  const createdAt = services.clock()
  const member = await call.write(async (scope) => {
    const made = await addMember(scope, { email, role, name: body.name ?? '', access, createdAt })
    const action = invitation ? 'member.invited' : 'member.created'
    await recordAct(call, scope, { action, target: targetOf(made), details: { role } })
    return made
  })
  if (!invitation) return viewMember(member, createdAt)
  mailInvitation(call, member, invitation)
  return { ...viewMember(member, createdAt), invite_url: linkUrl(dsnOrigin(call), invitation) }
}

/** POST /api/v1/members/{id}/invite: a new link for who has not accepted yet; the old one no longer works. */
export async function postInvite(call: SessionCall<{ params: IdParams }>): Promise<InvitedMember> {
  const invitation = newInvitation(call)
  const member = await call.write(async (scope) => {
    await lockMembers(scope)
    const found = await requireMember(scope, call.params.id)
    requireMayChange(call, { before: found.role, after: found.role })
    if (!found.isPending) {
      throw new ServiceError('conflict', `${found.email} has accepted already and can sign in.`)
    }
    await deletePasswordLinks(scope, found.userId)
    await insertPasswordLink(scope, found.userId, invitation)
    await recordAct(call, scope, { action: 'member.invitation_renewed', target: targetOf(found) })
    return requireMember(scope, found.userId)
  })
  mailInvitation(call, member, invitation)
  return { ...viewMember(member, invitation.createdAt), invite_url: linkUrl(dsnOrigin(call), invitation) }
}

/**
 * PATCH /api/v1/members/{id}: another role. Links that others could have ended up as this member with were made for
 * the old one.
 */
export async function patchMember(
  call: SessionCall<{ params: IdParams; body: MemberPatch }>,
): Promise<Member> {
  const { params, body } = call
  return call.write(async (scope) => {
    await lockMembers(scope)
    const member = await requireMember(scope, params.id)
    requireMayChange(call, { before: member.role, after: body.role })
    const now = call.services.clock()
    if (member.role === body.role) return viewMember(member, now)
    if (body.role !== 'owner') await requireOtherOwner(scope, member, 'be given another role')
    await updateRole(scope, member.userId, body.role)
    await deletePasswordLinks(scope, member.userId, body.role === 'owner' ? undefined : 'password_reset')
    await recordAct(call, scope, {
      action: 'member.role_changed',
      target: targetOf(member),
      details: { from: member.role, to: body.role },
    })
    return viewMember(await requireMember(scope, member.userId), now)
  })
}

/** DELETE /api/v1/members/{id}: with sessions, tokens and links; their issues are nobody's then. */
export async function deleteMember(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  const { kind: actorKind, id: actorId } = actorOf(call.principal)
  const at = call.services.clock()
  await call.write(async (scope) => {
    await lockMembers(scope)
    const member = await requireMember(scope, call.params.id)
    requireMayChange(call, { before: member.role, after: null })
    await requireOtherOwner(scope, member, 'be removed')
    await unassignIssues(scope, member, { actorKind, actorId, at })
    await deleteStoredMember(scope, member.userId)
    await recordAct(call, scope, {
      action: 'member.removed',
      target: targetOf(member),
      details: { role: member.role },
    })
  })
  return { deleted: true }
}

/** POST /api/v1/members/{id}/reset-link: for who forgot the password, where no mail can bring a link. */
export async function postResetLink(call: SessionOnlyCall<{ params: IdParams }>): Promise<ResetLink> {
  const { services, principal } = call
  const now = services.clock()
  const link = newPasswordLink('password_reset', now, 'none')
  const member = await call.write(async (scope) => {
    await lockMembers(scope)
    const found = await requireMember(scope, call.params.id)
    if (!mayResetPassword(principal.role, found.role)) throw ownersOnly()
    if (found.isPending) {
      throw new ServiceError(
        'conflict',
        `${found.email} has not accepted the invitation yet. Make a new one.`,
      )
    }
    await insertPasswordLink(scope, found.userId, link)
    await recordAct(call, scope, { action: 'member.reset_link_created', target: targetOf(found) })
    return found
  })
  mailNotice(services, member.email, resetLinkNotice({ madeBy: principal.name || principal.email, at: now }))
  return { reset_url: linkUrl(dsnOrigin(call), link), expires_at: isoTime(link.expiresAt) }
}

async function hashOf({ services }: SessionCallBase, password: string): Promise<string> {
  requireGoodPassword(password)
  return services.passwords.hash(password)
}

function newInvitation({ services }: SessionCallBase): MadeLink {
  return newPasswordLink('invitation', services.clock(), services.mailer ? 'sending' : 'none')
}

function mailInvitation(call: SessionCallBase, member: MemberRow, link: MadeLink): void {
  const { services, principal } = call
  const text = invitationMail({
    organization: principal.orgName,
    invitedBy: principal.name || principal.email,
    url: linkUrl(dsnOrigin(call), link),
    expiresAt: link.expiresAt,
  })
  mailLink(services, { org: principal, link, to: member.email, text })
}

async function requireMember(scope: OrgScope, userId: string): Promise<MemberRow> {
  const member = await readMember(scope, userId)
  if (!member) throw new ServiceError('not_found', 'The organization has no member with this id.')
  return member
}

function requireMayChange(
  { principal }: SessionCallBase,
  { before, after }: { before: MemberRow['role'] | null; after: MemberRow['role'] | null },
): void {
  if (!mayChangeMember(principal.role, before, after)) throw ownersOnly()
}

function ownersOnly(): ServiceError {
  return new ServiceError('forbidden', 'Only an Owner can do this with an Owner. Ask one of yours.')
}

async function requireOtherOwner(scope: OrgScope, member: MemberRow, change: string): Promise<void> {
  if (member.role !== 'owner' || member.isPending || (await hasOtherOwner(scope, member.userId))) return
  throw new ServiceError(
    'conflict',
    `${member.email} is the last Owner and cannot ${change}. Make somebody else an Owner first.`,
  )
}

function targetOf({ userId, name, email }: MemberRow): AuditTarget {
  return { kind: 'member', id: userId, name: name || email }
}

function viewMember(row: MemberRow, now: number): Member {
  const { invitation } = row
  return {
    id: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    created_at: isoTime(row.createdAt),
    last_seen_at: row.lastSeenAt === null ? null : isoTime(row.lastSeenAt),
    pending: row.isPending,
    invitation: invitation && {
      invited_at: isoTime(invitation.createdAt),
      expires_at: isoTime(invitation.expiresAt),
      mail: mailStateAt(invitation, now),
    },
  }
}
