import { ServiceError } from '#contract/errors.ts'
import { mayChangeMember, mayResetPassword, mayTokenChangeMember } from '#domain/access/member-rule.ts'
import { hasOtherOwner, type MemberRow, readMember } from '#storage/account/member.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { Principal } from '../principal.ts'

/** @throws not_found if the organization has no such member. */
export async function requireMember(scope: OrgScope, userId: string): Promise<MemberRow> {
  const member = await readMember(scope, userId)
  if (!member) throw new ServiceError('not_found', 'The organization has no member with this ID.')
  return member
}

/** Null: not a member before, or not after. @throws forbidden */
export function requireMayChange(
  caller: Principal,
  { before, after }: { before: MemberRow['role'] | null; after: MemberRow['role'] | null },
): void {
  if (caller.kind === 'token' && !mayTokenChangeMember(before, after)) {
    throw new ServiceError(
      'forbidden',
      'An access token can invite and remove members with the role member only. Sign in to change admins or owners.',
    )
  }
  if (!mayChangeMember(caller.role, before, after)) throw ownersOnly()
}

/** Whether the caller may give this member another way to sign in, such as a reset link. @throws forbidden */
export function requireMayReset(caller: Principal, member: MemberRow): void {
  if (!mayResetPassword(caller.role, member.role)) throw ownersOnly()
}

function ownersOnly(): ServiceError {
  return new ServiceError('forbidden', 'Only an owner can change another owner.')
}

/** @throws conflict if the organization would be left without an Owner. */
export async function requireOtherOwner(scope: OrgScope, member: MemberRow, change: string): Promise<void> {
  if (member.role !== 'owner' || member.isPending || (await hasOtherOwner(scope, member.userId))) return
  throw new ServiceError(
    'conflict',
    `${member.email} is the last owner and cannot ${change}. Make someone else an owner first.`,
  )
}
