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

const SINGLE_SIGN_ON = '/api/v1/auth/single-sign-on'

/** Address of the sign-in with the provider. @param back path of the dashboard to open afterwards */
export function singleSignOnPath(back: string | undefined): string {
  return back === undefined ? SINGLE_SIGN_ON : `${SINGLE_SIGN_ON}?${new URLSearchParams({ return: back })}`
}

/** After the provider, for those with two-factor sign-in. */
export function sendSingleSignOnCode(code: string): Promise<{ return: string }> {
  return request('POST', `${SINGLE_SIGN_ON}/code`, { body: { code } })
}

export function logout(): Promise<void> {
  return request('POST', '/api/v1/auth/logout')
}

/** Creates the organization and its Owner, and signs that Owner in. */
export function completeSetup(firstRun: FirstRun): Promise<void> {
  return request('POST', '/api/v1/setup', { body: firstRun })
}
