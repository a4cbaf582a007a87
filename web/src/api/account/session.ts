import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Session, SetupState } from '../wire.ts'
import { noteUser } from './signed-in-user.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await request<Session>('GET', '/api/v1/auth/me', { signal })
    noteUser(session.user.id)
    return session
  },
  staleTime: 5 * 60_000,
})

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => request<SetupState>('GET', '/api/v1/setup', { signal }),
  staleTime: 0,
  retry: false,
})
