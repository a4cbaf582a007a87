import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { SessionList } from '../wire.ts'

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

export interface PasswordChange {
  current_password: string
  new_password: string
}

/** Ends the reader's other sessions as well. */
export function changePassword(change: PasswordChange): Promise<void> {
  return request('POST', '/api/v1/auth/password', { body: change })
}
