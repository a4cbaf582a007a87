import { randomUUID } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import type { Role } from '#contract/vocabulary.ts'
import { insertMember, type MemberRow, readMember, readMemberByEmail } from '#storage/account/member.ts'
import { lockOrg } from '#storage/account/org.ts'
import { insertPasswordLink, type NewPasswordLink } from '#storage/account/password-link.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { requireRoom } from '../../require-room.ts'

export interface MemberToAdd {
  email: string
  name: string
  role: Role
  access: { passwordHash: string } | { invitation: NewPasswordLink }
  createdAt: number
}

/** Run in a transaction. @throws conflict if the e-mail address is in use, or there is no room. */
export async function addMember(scope: OrgScope, member: MemberToAdd): Promise<MemberRow> {
  const { access, ...rest } = member
  const userId = randomUUID()
  const passwordHash = 'passwordHash' in access ? access.passwordHash : null
  await lockOrg(scope)
  await requireRoom(scope, 'members')
  if (!(await insertMember(scope, { ...rest, userId, passwordHash })))
    throw await usedEmail(scope, member.email)
  if ('invitation' in access) await insertPasswordLink(scope, userId, access.invitation)
  return (await readMember(scope, userId))!
}

async function usedEmail(scope: OrgScope, email: string): Promise<ServiceError> {
  const own = await readMemberByEmail(scope, email)
  const message = !own
    ? `${email} can't be added. Use another address.`
    : own.isPending
      ? `${email} was already invited. Create a new link in the list of members.`
      : `${email} is already a member.`
  return new ServiceError('conflict', message)
}
