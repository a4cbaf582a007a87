import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { OidcProvider } from '#platform/oidc/provider.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Whether the provider says how to sign in with it; nothing if none is set. */
export async function checkSingleSignOn({ oidc, baseUrl }: Config): Promise<Finding[]> {
  if (oidc === null || baseUrl === null) return []
  const provider = new OidcProvider(oidc, { origin: baseUrl, clock: systemClock })
  const refusal = await provider.refusal()
  if (refusal === null) return [ok('sign-in', `${oidc.issuer} answers; it must allow ${provider.callback}`)]
  return [
    fail(
      'sign-in',
      `${oidc.issuer}: ${refusal}`,
      'Correct SVC_OIDC_ISSUER, or let this machine reach the provider.',
    ),
  ]
}
