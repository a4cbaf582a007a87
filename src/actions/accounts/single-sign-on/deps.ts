import { ServiceError } from '#contract/errors.ts'
import type { OidcProvider } from '#platform/oidc/provider.ts'
import type { SecondFactorDeps } from '../two-factor/require-second-factor.ts'

export interface SingleSignOnDeps extends SecondFactorDeps {
  /** Null if no provider is set. */
  provider: OidcProvider | null
}

/** @throws not_found */
export function requireProvider({ provider }: SingleSignOnDeps): OidcProvider {
  if (provider) return provider
  throw new ServiceError('not_found', 'No single sign-on provider is set. Sign in with your password.')
}
