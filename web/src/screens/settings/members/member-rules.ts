import { mayChangeMember, mayResetPassword } from '#domain/access/member-rule.ts'
import type { Member, Role } from '../../../api/wire.ts'

/** Why a reader can't change a member; `undefined` if they can. */
export interface MemberRules {
  /** Why the role can't be changed at all. */
  roleFixed: string | undefined
  /** Why the member can't be given a role. */
  refusedRole: (role: Role) => string | undefined
  /** Why no link can be made for the member. */
  noLink: string | undefined
  /** Why the member can't be removed. */
  kept: string | undefined
}

const ONLY_OWNERS = 'Only an owner can add, change or remove owners.'

/** The rules of roles, told before the server has to; the last owner who has joined stays. */
export function memberRules(reader: Role, member: Member, members: readonly Member[]): MemberRules {
  const refused = mayChangeMember(reader, member.role, null) ? undefined : ONLY_OWNERS
  const joinedOwners = members.filter(({ role, pending }) => role === 'owner' && !pending)
  const last = joinedOwners.length === 1 && joinedOwners[0]?.id === member.id
  const mayLink = member.pending ? refused === undefined : mayResetPassword(reader, member.role)
  return {
    roleFixed: last && !refused ? 'This is the only owner. Make another member an owner first.' : refused,
    refusedRole: (role) => refusedNewRole(reader, role),
    noLink: mayLink ? undefined : 'Only an owner can do this for owners and admins.',
    kept: last && !refused ? "The only owner can't be removed." : refused,
  }
}

/** Why a reader can't give someone who is no owner this role. */
export function refusedNewRole(reader: Role, role: Role): string | undefined {
  return mayChangeMember(reader, null, role) ? undefined : ONLY_OWNERS
}
