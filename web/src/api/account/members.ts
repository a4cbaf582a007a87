import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { InvitedMember, Member, NewMember, ResetLink, Role } from '../wire.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) =>
    (await request<{ members: Member[] }>('GET', '/api/v1/members', { signal })).members,
  staleTime: 30_000,
})

/** The answer carries the invitation link; no later answer does. */
export function inviteMember(member: NewMember): Promise<InvitedMember> {
  return request('POST', '/api/v1/members', { body: member })
}

/** A new link for a member who has not joined yet; the previous one stops working. */
export function renewInvitation(id: string): Promise<InvitedMember> {
  return request('POST', `/api/v1/members/${id}/invite`)
}

/** A link by which a member sets a new password. */
export function createResetLink(id: string): Promise<ResetLink> {
  return request('POST', `/api/v1/members/${id}/reset-link`)
}

/** For someone who has lost the device with their authenticator app. */
export function turnOffTwoFactor(id: string): Promise<Member> {
  return request('DELETE', `/api/v1/members/${id}/two-factor`)
}

/** For someone whose account at the provider was replaced. */
export function unlinkSingleSignOn(id: string): Promise<Member> {
  return request('DELETE', `/api/v1/members/${id}/single-sign-on`)
}

export function changeRole(id: string, role: Role): Promise<Member> {
  return request('PATCH', `/api/v1/members/${id}`, { body: { role } })
}

export function removeMember(id: string): Promise<{ deleted: boolean }> {
  return request('DELETE', `/api/v1/members/${id}`)
}
