import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { RecoveryCodes, TwoFactor, TwoFactorSetup } from '../wire.ts'

const PATH = '/api/v1/auth/two-factor'

/** Whether the reader's own is on. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => request<TwoFactor>('GET', PATH, { signal }),
  staleTime: 0,
})

/** The secret for an authenticator app; nothing is on before a first code. */
export function startTwoFactor(password: string): Promise<TwoFactorSetup> {
  return request('POST', `${PATH}/setup`, { body: { password } })
}

/** Ends the reader's other sessions as well. The answer carries the recovery codes; no later answer does. */
export function enableTwoFactor(code: string): Promise<RecoveryCodes> {
  return request('POST', `${PATH}/enable`, { body: { code } })
}

export function disableTwoFactor(password: string): Promise<void> {
  return request('POST', `${PATH}/disable`, { body: { password } })
}

/** The earlier ones stop working. */
export function replaceRecoveryCodes(password: string): Promise<RecoveryCodes> {
  return request('POST', `${PATH}/recovery-codes`, { body: { password } })
}
