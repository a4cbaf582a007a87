import type { Member, MemberList, MemberPatch, ResetLink } from '#contract/account/member.ts'
import { ServiceError } from '#contract/errors.ts'
import { isoTime } from '#contract/time.ts'
import { resetLinkNotice } from '#domain/notify/mail-text.ts'
import {
  deleteMember,
  listMembers as listMemberRows,
  unassignIssues,
  updateRole,
} from '#storage/account/member.ts'
import { deletePasswordLinks, insertPasswordLink } from '#storage/account/password-link.ts'
import type { ActionDeps, Org } from '../../action-deps.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import { linkUrl, type MailDeps, mailNotice, newPasswordLink } from '../password/link.ts'
import type { SessionPrincipal } from '../principal.ts'
import { writeToMembers } from '../write-as-member.ts'
import { admitLinkOf } from './admit-link.ts'
import { viewMember } from './member-view.ts'
import { requireMayChange, requireMayReset, requireMember, requireOtherOwner } from './require-member.ts'

/** Callers who can't change members are not told how the others sign in. */
export async function listMembers(
  deps: ActionDeps,
  org: Org,
  { showsSignIn }: { showsSignIn: boolean },
): Promise<MemberList> {
  const now = deps.clock()
  const members = (await listMemberRows(deps.database.scope(org))).map((row) => viewMember(row, now))
  const hidden = { two_factor: null, single_sign_on: null }
  return { members: showsSignIn ? members : members.map((row) => ({ ...row, ...hidden })) }
}

/** Links others could sign in with end: made for the old role. @throws not_found, forbidden, conflict */
export async function changeMember(
  deps: ActionDeps,
  caller: ActingCaller,
  { id, role }: MemberPatch & { id: string },
): Promise<Member> {
  return writeToMembers(deps, caller, async (scope) => {
    const member = await requireMember(scope, id)
    requireMayChange(caller, { before: member.role, after: role })
    const at = deps.clock()
    if (member.role === role) return viewMember(member, at)
    if (role !== 'owner') await requireOtherOwner(scope, member, 'change role')
    await updateRole(scope, member.userId, role)
    await deletePasswordLinks(scope, member.userId, role === 'owner' ? undefined : 'password_reset')
    const details = { from: member.role, to: role }
    const act = { action: 'member.role_changed', target: memberTarget(member), details } as const
    await recordAct(scope, caller, { at, ...act })
    return viewMember(await requireMember(scope, member.userId), at)
  })
}

/** Also ends sessions, tokens and links, and unassigns issues. @throws not_found, forbidden, conflict */
export async function removeMember(deps: ActionDeps, caller: ActingCaller, userId: string): Promise<void> {
  const { kind: actorKind, id: actorId } = caller.actor
  const at = deps.clock()
  await writeToMembers(deps, caller, async (scope) => {
    const member = await requireMember(scope, userId)
    requireMayChange(caller, { before: member.role, after: null })
    await requireOtherOwner(scope, member, 'be removed')
    await unassignIssues(scope, member, { actorKind, actorId, at })
    await deleteMember(scope, member.userId)
    const details = { role: member.role }
    await recordAct(scope, caller, { at, action: 'member.removed', target: memberTarget(member), details })
  })
}

/** If no mail can bring it. @param linkOrigin its beginning. @throws not_found, forbidden, conflict,
 * rate_limit_exceeded */
export async function makeMemberResetLink(
  deps: ActionDeps & MailDeps,
  caller: ActingCaller<SessionPrincipal>,
  { userId, linkOrigin }: { userId: string; linkOrigin: string },
): Promise<ResetLink> {
  const at = deps.clock()
  const link = newPasswordLink('password_reset', at, 'none')
  await admitLinkOf(deps, caller, userId)
  const member = await writeToMembers(deps, caller, async (scope) => {
    const found = await requireMember(scope, userId)
    requireMayReset(caller, found)
    if (found.isPending) {
      throw new ServiceError(
        'conflict',
        `${found.email} has not accepted the invitation yet. Create a new invitation link instead.`,
      )
    }
    await insertPasswordLink(scope, found.userId, link)
    const act = { action: 'member.reset_link_created', target: memberTarget(found) } as const
    await recordAct(scope, caller, { at, ...act })
    return found
  })
  mailNotice(deps, member.email, resetLinkNotice({ madeBy: caller.name || caller.email, at }))
  return { reset_url: linkUrl(linkOrigin, link), expires_at: isoTime(link.expiresAt) }
}
