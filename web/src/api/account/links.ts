import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Invitation } from '../wire.ts'

/** Requests behind password links, made without a session. */

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      request<Invitation>('POST', '/api/v1/auth/invitation', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export interface Acceptance {
  token: string
  password: string
  name?: string
}

/** Sets the password of an invited member, and signs them in. */
export function acceptInvitation(acceptance: Acceptance): Promise<void> {
  return request('POST', '/api/v1/auth/accept-invitation', { body: acceptance })
}

/** Sends a link to the address, if someone has it; the answer does not tell. */
export function requestPasswordReset(email: string): Promise<void> {
  return request('POST', '/api/v1/auth/password-reset', { body: { email } })
}

/** Sets the password, ends every session there was and signs in. */
export function confirmPasswordReset(token: string, password: string): Promise<void> {
  return request('POST', '/api/v1/auth/password-reset/confirm', { body: { token, password } })
}
