import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Session, SessionList } from '../wire.ts'

/** The reader's own sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await request<SessionList>('GET', '/api/v1/auth/sessions', { signal })).sessions,
  staleTime: 0,
})

export function endSession(id: string): Promise<{ ended: number }> {
  return request('DELETE', `/api/v1/auth/sessions/${id}`)
}

/** All of the reader's sessions but this one. */
export function endOtherSessions(): Promise<{ ended: number }> {
  return request('DELETE', '/api/v1/auth/sessions')
}

/** What the other members see; if it is empty, the reader's email address. */
export function changeName(name: string): Promise<Session> {
  return request('PATCH', '/api/v1/auth/me', { body: { name } })
}

export interface PasswordChange {
  current_password: string
  new_password: string
}

/** Ends the reader's other sessions as well. */
export function changePassword(change: PasswordChange): Promise<void> {
  return request('POST', '/api/v1/auth/password', { body: change })
}
