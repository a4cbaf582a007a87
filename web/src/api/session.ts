import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { Session, SetupState } from './wire.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<Session>('GET', '/api/v1/auth/me', { signal }),
  staleTime: 5 * 60_000,
  retry: false,
})

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => request<SetupState>('GET', '/api/v1/setup', { signal }),
  staleTime: 0,
  retry: false,
})

/** `ready` false: the server answers, but says of itself that it can't work fully. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => ({ ready: (await fetch('/readyz', { signal })).ok }),
  refetchInterval: 60_000,
  retry: false,
})

export interface Credentials {
  email: string
  password: string
}

export interface FirstRun extends Credentials {
  organization: string
  token?: string
}

export function login(credentials: Credentials): Promise<void> {
  return request('POST', '/api/v1/auth/login', { body: credentials })
}

export function logout(): Promise<void> {
  return request('POST', '/api/v1/auth/logout')
}

/** Creates the organization and its Owner, and signs that Owner in. */
export function completeSetup(firstRun: FirstRun): Promise<void> {
  return request('POST', '/api/v1/setup', { body: firstRun })
}
