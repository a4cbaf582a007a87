import { request } from '../client.ts'

export interface Credentials {
  email: string
  password: string
  /** Six digits or a recovery code; for those with two-factor sign-in. */
  code?: string
}

export interface FirstRun extends Omit<Credentials, 'code'> {
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
